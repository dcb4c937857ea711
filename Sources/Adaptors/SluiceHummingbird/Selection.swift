#if Hummingbird
  internal import FoundationEssentials
  internal import HTTPTypes
  internal import SluiceCoding
  internal import SluiceSupport

  /// The part of a file that a request selects.
  ///
  /// The conditions are evaluated in the order of
  /// [RFC 9110 §13.2.2](https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2):
  ///
  /// ```
  ///  If-Match, or else If-Unmodified-Since ──── false ──► 412
  ///    │ true or missing
  ///  If-None-Match, or else If-Modified-Since ─ false ──► 304, or 412 for a method other than GET and HEAD
  ///    │ true or missing
  ///  GET with Range ─────────────────────────── no ─────► 200, the whole file
  ///    │ yes
  ///  If-Range ───────────────────────────────── false ──► 200, the whole file
  ///    │ true or missing
  ///    └─► 206, 416, or 200 for a Range that is ignored
  /// ```
  enum Selection: Equatable {
    case preconditionFailed
    case notModified
    case unsatisfiable
    case whole
    /// Ranges in ascending order that do not overlap; at least one.
    case ranges([Range<Int64>])

    init(for request: HTTPRequest, of version: FileVersion) {
      let fields = request.headerFields
      if !Self.isCurrent(fields, version) {
        self = .preconditionFailed
      } else if !Self.isNew(fields, version, request.method) {
        self = request.method == .get || request.method == .head ? .notModified : .preconditionFailed
      } else if request.method == .get, let range = fields[.range], Self.isSame(fields[.ifRange], version) {
        self = Self.ranges(range, byteCount: version.byteCount)
      } else {
        self = .whole
      }
    }

    /// Evaluates `If-Match` and `If-Unmodified-Since`.
    private static func isCurrent(_ fields: HTTPFields, _ version: FileVersion) -> Bool {
      if let match = fields[.ifMatch] {
        return match == "*" || EntityTag.list(match)?.contains(where: version.tag.isStronglyEqual) == true
      }
      guard let date = seconds(fields[.ifUnmodifiedSince]) else { return true }
      return Double(version.modified) <= date
    }

    /// Evaluates `If-None-Match` and `If-Modified-Since`.
    private static func isNew(
      _ fields: HTTPFields, _ version: FileVersion, _ method: HTTPRequest.Method
    ) -> Bool {
      if let match = fields[.ifNoneMatch] {
        return match != "*" && EntityTag.list(match)?.contains(where: version.tag.isWeaklyEqual) != true
      }
      guard method == .get || method == .head, let date = seconds(fields[.ifModifiedSince]),
        let modified = version.lastModified
      else { return true }
      return Double(modified) > date
    }

    /// Evaluates `If-Range`: whether the ranges that the client has are of this version, byte for byte.
    private static func isSame(_ condition: String?, _ version: FileVersion) -> Bool {
      guard let condition else { return true }
      if let tag = EntityTag(condition) { return tag.isStronglyEqual(to: version.tag) }
      guard let date = seconds(condition), let modified = version.lastModified else { return false }
      return date == Double(modified)
    }

    private static func seconds(_ date: String?) -> Double? {
      date.flatMap { HTTPDate($0)?.date.timeIntervalSince1970 }
    }
  }

  extension Selection {
    /// The maximum number of ranges that are sent. More are of no use to honest clients.
    private static let maximumRangeCount = 16

    /// Parses the value of `Range`, and keeps what lies within the file.
    private static func ranges(_ text: String, byteCount: Int64) -> Selection {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // Nothing lies within an empty file, but some clients request the first bytes of every file.
      guard parts.count == 2, parts[0].lowercased() == "bytes", byteCount > 0 else { return .whole }
      let specifiers = parts[1].split(separator: ",").map { Substring($0.utf8.trimmingBlanks) }
        .filter { !$0.isEmpty }
      guard (1...maximumRangeCount).contains(specifiers.count) else { return .whole }
      var ranges: [Range<Int64>] = []
      for specifier in specifiers {
        guard let range = range(specifier, byteCount: byteCount) else { return .whole }
        if !range.isEmpty { ranges.append(range) }
      }
      if ranges.isEmpty { return .unsatisfiable }
      let areAscending = zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
      return areAscending ? .ranges(ranges) : .whole
    }

    /// Parses a range such as `0-499`, `500-` or `-500`.
    ///
    /// - Returns: The part of it that lies within the file, possibly empty, or `nil` if it is malformed.
    private static func range(_ text: Substring, byteCount: Int64) -> Range<Int64>? {
      let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2 else { return nil }
      switch (number(ends[0]), number(ends[1])) {
      case (let first?, let last?) where first <= last:
        // BOUNDED: `last` is less than the byte count if one is added.
        return first < byteCount ? first..<(last < byteCount ? last + 1 : byteCount) : 0..<0
      case (let first?, nil) where ends[1].isEmpty: return min(first, byteCount)..<byteCount
      case (nil, let count?) where ends[0].isEmpty: return byteCount - min(count, byteCount)..<byteCount
      default: return nil
      }
    }

    /// Returns the number that digits form, at most the largest `Int64`, or `nil` if the text is not only digits.
    private static func number(_ digits: Substring) -> Int64? {
      guard !digits.isEmpty, digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
        return nil
      }
      return Int64(digits) ?? .max
    }
  }
#endif
