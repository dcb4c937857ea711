public import FoundationEssentials
internal import SluiceSupport

/// A URL, or a reference relative to a base URL, into which values are inserted safely.
///
/// ```swift
/// let id = "../admin?all"
/// let user: User = try await session.get("users/\(id)")          // users/..%2Fadmin%3Fall
/// let page: Page = try await session.get("\(raw: server)/users")  // text as it stands
/// let next: Page = try await session.get(.init(link.target))      // a text or a URL that is a whole reference
/// ```
///
/// A literal is a reference as it stands. An interpolated value is one piece: all its characters are percent-encoded as
/// UTF-8, except for letters, digits, and `-._~` (RFC 3986 §2.3). So it is no delimiter, and cannot leave its place:
///
/// ```
///  "users/\(id)/keys?name=\(name)"
///   ─────╴ │  ╶────╴ ────╴ │
///   path   │   path  query └ one value: &, = and # are encoded
///          └ one segment: /, ? and # are encoded, and it is not empty, '.' or '..'
/// ```
///
/// A segment of the path that has an interpolated value must not be empty, `.` or `..`, because the request would be
/// sent to another path than the program's text says; nor may a reference begin with a value that contains `://`. Such
/// a reference is an error when a request is made with it: `invalid-url`.
public struct Reference: Hashable, Sendable {
  /// The reference.
  package let text: String
  /// The reason why no request may be made with this reference, or `nil` if one may.
  package let problem: String?

  /// Creates a reference from text, which is not escaped.
  ///
  /// - Parameter text: A URL, or a reference relative to a base URL, with percent-encoding where it is needed.
  public init(_ text: String) { (self.text, problem) = (text, nil) }

  /// Creates a reference from a URL, absolute or relative.
  public init(_ url: URL) { self.init(url.absoluteString) }
}

extension Reference: ExpressibleByStringInterpolation {
  /// Creates a reference from a literal, as it stands.
  public init(stringLiteral text: String) { self.init(text) }

  /// Creates a reference from a literal with interpolated values.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init(stringInterpolation interpolation: StringInterpolation) {
    text = String(decoding: interpolation.bytes.lazy.filter { $0 != .absent }.map(\.byte), as: UTF8.self)
    problem = interpolation.problem ?? interpolation.problemOfPath
  }

  /// The pieces of a reference.
  public struct StringInterpolation: StringInterpolationProtocol {
    /// A byte of the reference.
    fileprivate struct Byte: Equatable {
      let byte: UInt8
      /// Whether the byte belongs to an interpolated value.
      var isValue = false

      /// Stands for a value without bytes, which is not written.
      static let absent = Byte(byte: 0, isValue: true)
    }

    fileprivate var bytes: [Byte] = []
    fileprivate var problem: String?

    /// Creates an interpolation without pieces.
    public init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity) }

    /// Appends text of the program, as it stands.
    public mutating func appendLiteral(_ text: String) { appendInterpolation(raw: text) }

    /// Appends the description of a value in percent-encoding, so that it contains no delimiter.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let value = value.description
      if bytes.isEmpty, value.contains("://") {
        problem =
          #"the reference begins with an interpolated URL; insert it as it stands: "\(raw: url)/path", or .init(url)"#
      }
      if value.utf8.isEmpty { bytes.append(.absent) }
      var encoded: [UInt8] = []
      PercentCoding.encode(value.utf8.span, literals: Self.unreserved, into: &encoded)
      bytes += encoded.lazy.map { Byte(byte: $0, isValue: true) }
    }

    /// Appends text as it stands, which can be any part of the reference.
    ///
    /// - Parameter text: The text. Never one that someone else controls.
    public mutating func appendInterpolation(raw text: some CustomStringConvertible) {
      bytes += text.description.utf8.lazy.map { Byte(byte: $0) }
    }

    /// Appends a reference as it stands.
    public mutating func appendInterpolation(_ reference: Reference) {
      problem = problem ?? reference.problem
      appendInterpolation(raw: reference.text)
    }

    private static let unreserved = ASCIISet.alphanumerics.union(ASCIISet("-._~"))

    /// The problem of a segment that has an interpolated value and would change the path, or `nil` if there is none.
    fileprivate var problemOfPath: String? {
      let slash = Byte(byte: UInt8(ascii: "/"))
      let end =
        bytes.firstIndex { $0.byte == UInt8(ascii: "?") || $0.byte == UInt8(ascii: "#") } ?? bytes.count
      let beforeQuery = bytes[..<end].map(\.byte)
      let colon = URIReference.schemeEnd(of: beforeQuery.span)
      var path = bytes[(colon.map { $0 + 1 } ?? 0)..<end]
      if path.starts(with: [slash, slash]) { path = path.dropFirst(2).drop { $0 != slash } }
      for segment in path.split(separator: slash, omittingEmptySubsequences: false)
      where segment.contains(where: \.isValue) {
        let text = String(decoding: segment.filter { $0 != .absent }.map(\.byte), as: UTF8.self)
        // A server may decode an escaped dot before it interprets the path.
        switch text.replacing("%2e", with: ".").replacing("%2E", with: ".") {
        case "": return "an interpolated value leaves a segment of the path empty"
        case ".", "..":
          return "an interpolated value makes '\(text)' a segment of the path, which would change it"
        default: continue
        }
      }
      return nil
    }
  }
}
