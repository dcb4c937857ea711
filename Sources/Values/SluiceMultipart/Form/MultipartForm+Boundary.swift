extension MultipartForm {
  /// The text that delimits the parts of a multipart body.
  ///
  /// ```swift
  /// let boundary = try MultipartForm.Boundary(parsing: "gc0pJq0M:08jU534c0p")
  /// ```
  ///
  /// A boundary has 1 to 70 characters of the set in
  /// [RFC 2046 §5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1), and no space at its end.
  public struct Boundary: Hashable, Sendable, CustomStringConvertible {
    /// The boundary as text, without quotes and hyphens around it.
    public let description: String

    /// Creates a boundary from its text, without the two dashes before it.
    ///
    /// - Throws: ``MultipartError/Code/invalidBoundary``.
    public init(parsing boundary: String) throws(MultipartError) {
      let bytes = boundary.utf8
      guard (1...70).contains(bytes.count), bytes.allSatisfy(Self.isAllowed), bytes.last != UInt8(ascii: " ")
      else {
        throw MultipartError(.invalidBoundary)
      }
      description = boundary
    }

    private init(known description: String) { self.description = description }

    /// Returns a new boundary with 128 bits from the system's random number generator: `sluice-` and 32 hexadecimal
    /// digits.
    public static func random() -> Boundary {
      var generator = SystemRandomNumberGenerator()
      let digits = (0..<2).map { _ in
        let text = String(generator.next() as UInt64, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
      }
      return Boundary(known: "sluice-" + digits.joined())
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "'()+_,-./:=? ".utf8.contains(byte)
      }
    }
  }
}
