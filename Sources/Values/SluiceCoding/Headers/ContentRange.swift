/// The value of a `Content-Range` field with a range of bytes, such as `bytes 0-499/1234` (RFC 9110 §14.4).
///
/// ```swift
/// let content = ContentRange("bytes 0-499/1234")
/// content?.range             // 0..<500
/// content?.completeLength    // 1234
/// ```
public struct ContentRange: Sendable, Hashable {
  /// The positions of the bytes in the complete representation. Never empty.
  public let range: Range<Int64>
  /// The number of bytes of the complete representation, or `nil` if unknown (`*`).
  public let completeLength: Int64?

  /// Parses the value of a field.
  ///
  /// The result is `nil` for a unit other than bytes, for an unsatisfied range (`bytes */1234`), for a range that
  /// ends before it begins or beyond the complete length, and for a number above 2⁶³ − 2.
  public init?(_ text: some StringProtocol) {
    var scanner = HeaderScanner(Array(text.utf8)[...])
    guard Self.skipUnit(&scanner),
      let first = Self.number(&scanner), scanner.skip(UInt8(ascii: "-")), let last = Self.number(&scanner),
      first <= last, scanner.skip(UInt8(ascii: "/"))
    else { return nil }
    if scanner.skip(UInt8(ascii: "*")) {
      completeLength = nil
    } else {
      guard let length = Self.number(&scanner), last < length else { return nil }
      completeLength = length
    }
    guard scanner.next == nil else { return nil }
    range = first..<last + 1
  }

  /// The value of the field in a response without any of the requested bytes, such as `bytes */1234`.
  ///
  /// ```swift
  /// ContentRange.Unsatisfied("bytes */1234")?.completeLength    // 1234
  /// ```
  package struct Unsatisfied: Sendable, Hashable {
    /// The number of bytes of the complete representation.
    package let completeLength: Int64

    /// Parses the value of a field. The result is `nil` for any other value and for a number above 2⁶³ − 2.
    package init?(_ text: some StringProtocol) {
      var scanner = HeaderScanner(Array(text.utf8)[...])
      guard ContentRange.skipUnit(&scanner), scanner.skip(UInt8(ascii: "*")), scanner.skip(UInt8(ascii: "/")),
        let length = ContentRange.number(&scanner), scanner.next == nil
      else { return nil }
      completeLength = length
    }
  }

  private static func skipUnit(_ scanner: inout HeaderScanner<ArraySlice<UInt8>>) -> Bool {
    let unit = scanner.collect(while: \.isHTTPToken)
    return String(decoding: unit, as: UTF8.self).lowercased() == "bytes" && scanner.skip(UInt8(ascii: " "))
  }

  /// Reads digits as a number, or returns `nil` if there are none or the number is too large.
  private static func number(_ scanner: inout HeaderScanner<ArraySlice<UInt8>>) -> Int64? {
    let digits = scanner.collect { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return Int64(String(decoding: digits, as: UTF8.self)).flatMap { $0 < .max ? $0 : nil }
  }
}

extension ContentRange: CustomStringConvertible {
  /// The value of the field.
  public var description: String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(completeLength.map(String.init) ?? "*")"
  }
}
