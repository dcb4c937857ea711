internal import FoundationEssentials
package import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceSupport

/// How long a stored response may be used without asking its origin (RFC 9111 §4.2). Durations are in milliseconds.
///
/// ```
///  requestTime  responseTime                                   now
///       ├─ delay ─┤◄──────────── resident time ─────────────────┤
///   Date, Age: the age at responseTime
/// ```
package struct Freshness: Sendable, Equatable {
  /// The time after its origin has made the response during which it is fresh.
  package let lifetime: Int64
  /// The time since its origin has made or confirmed the response.
  package let age: Int64

  init(lifetime: Int64, age: Int64) {
    self.lifetime = lifetime
    self.age = age
  }

  package var isFresh: Bool { age < lifetime }
  /// The time for which the response is still fresh; negative if it is stale.
  package var rest: Int64 { lifetime - age }
  /// The number of whole seconds of ``rest``.
  var secondsLeft: Int64 { rest / 1000 }
  /// The value of the `Age` field.
  var ageSeconds: Int64 { max(0, age / 1000) }

  /// Determines the freshness of a response.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - fields: The fields of the response.
  ///   - control: The directives of its `Cache-Control` fields.
  ///   - requestTime: The time at which the request was sent.
  ///   - responseTime: The time at which the response was received.
  ///   - now: The time.
  ///   - heuristics: Whether a lifetime is estimated for a response that declares none (§4.2.2).
  package init(
    status: Int, fields: HTTPFields, control: CacheControl, requestTime: WallTime, responseTime: WallTime,
    now: WallTime, heuristics: Bool
  ) {
    let date = Self.time(fields, .date) ?? responseTime
    lifetime =
      if let seconds = control.maximumAge {
        seconds * 1000
      } else if fields.contains(.expires) {
        // A malformed date is one in the past (§5.3).
        max(0, Self.clamped((Self.time(fields, .expires) ?? date).subtractingReportingOverflow(date)))
      } else if heuristics, control.isPublic || Self.heuristicStatuses.contains(status),
        let modified = Self.time(fields, .lastModified), modified < date
      {
        min(Self.clamped(date.subtractingReportingOverflow(modified)) / 10, Self.maximumEstimate)
      } else {
        0
      }
    let apparentAge = Self.difference(responseTime, date)
    let correctedAge = Self.clamped(
      (Self.ageField(fields) * 1000).addingReportingOverflow(Self.difference(responseTime, requestTime)))
    let knownAge = Self.clamped(
      max(apparentAge, correctedAge).addingReportingOverflow(Self.difference(now, responseTime)))
    // After the clock was set back, the age is unknown. The response would be fresh until the clock is where it was,
    // possibly for years.
    age = Self.difference(responseTime, now) > Self.clockTolerance ? max(knownAge, lifetime) : knownAge
  }

  /// The statuses of responses for which a lifetime may be estimated (RFC 9110 §15.1).
  static let heuristicStatuses: Set<Int> = [
    200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501,
  ]
  /// The time by which the clock may be set back before responses are validated: a minute.
  private static let clockTolerance: Int64 = 60_000
  /// The longest estimate: a day.
  private static let maximumEstimate: Int64 = 86_400_000
  /// A limit that keeps sums of a few durations within 64 bits: some 35,000 years.
  private static let maximum: Int64 = 1 << 50

  private static func difference(_ later: WallTime, _ earlier: WallTime) -> Int64 {
    max(0, clamped(later.subtractingReportingOverflow(earlier)))
  }

  private static func clamped(_ result: (partialValue: Int64, overflow: Bool)) -> Int64 {
    // A sum or difference that is too large has become negative, and one that is too small positive.
    if result.overflow { return result.partialValue < 0 ? maximum : -maximum }
    return min(max(result.partialValue, -maximum), maximum)
  }

  /// The time in a field, or `nil` if it is missing or malformed. The case of letters does not matter (RFC 9111 §4.2).
  static func time(_ fields: HTTPFields, _ name: HTTPField.Name) -> WallTime? {
    guard let text = fields.value(of: name), text.utf8.count <= 40 else { return nil }
    if let date = HTTPDate(text) { return milliseconds(date, text) }
    var words: [UInt8] = []
    for byte in text.utf8 {
      let isStart = words.last.map { !(UInt8(ascii: "A")...UInt8(ascii: "z") ~= $0) } ?? true
      words.append(isStart ? byte.asciiUppercased : byte.asciiLowercased)
    }
    if words.suffix(3).elementsEqual("Gmt".utf8) {
      words.replaceSubrange((words.count - 3)..., with: "GMT".utf8)
    }
    return HTTPDate(String(decoding: words, as: UTF8.self)).flatMap { milliseconds($0, text) }
  }

  /// The number of milliseconds since 1970, or `nil` if there is more than one blank in a row. Only the oldest form has
  /// these, and no comma.
  private static func milliseconds(_ date: HTTPDate, _ text: String) -> WallTime? {
    var (last, hasBlanks, hasComma) = (UInt8(0), false, false)
    for byte in text.utf8 {
      if byte == UInt8(ascii: " "), last == byte { hasBlanks = true }
      if byte == UInt8(ascii: ",") { hasComma = true }
      last = byte
    }
    return hasBlanks && hasComma ? nil : Int64(date.date.timeIntervalSince1970 * 1000)
  }

  /// The number of seconds in the first member of `Age`, or 0 if it is missing or malformed (RFC 9111 §5.1).
  private static func ageField(_ fields: HTTPFields) -> Int64 {
    guard let text = fields.value(of: .age) else { return 0 }
    let member = text.utf8.prefix { $0 != UInt8(ascii: ",") }.filter { !" \t".utf8.contains($0) }
    guard !member.isEmpty, member.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
      return 0
    }
    return min(Int64(String(decoding: member, as: UTF8.self)) ?? .max, CacheControl.maximumSeconds)
  }
}

extension UInt8 {
  /// The byte, or its upper-case letter if it is an ASCII letter.
  fileprivate var asciiUppercased: UInt8 {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self & ~0x20 : self
  }
}

/// A time of the system's clock: the number of milliseconds since 1970.
package typealias WallTime = Int64

/// Returns the time of the system's clock.
func systemTime() -> WallTime { WallTime(Date().timeIntervalSince1970 * 1000) }
