extension MultipartForm {
  /// The text that delimits the parts of a multipart body.
  ///
  /// ```swift
  /// let boundary: MultipartForm.Boundary = "gc0pJq0M:08jU534c0p"
  /// let received = try MultipartForm.Boundary(parsing: text)
  /// ```
  ///
  /// A boundary has 1 to 70 characters of the set in
  /// [RFC 2046 §5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1), and no space at its end.
  ///
  /// No body of a part may contain a line that begins with `--` and the boundary: it would end there, and the rest
  /// would be other parts. Bodies are not searched, since they may be files of any size. With a boundary of your own,
  /// it is you who promises that; a random one has 128 bits that nobody can guess.
  public struct Boundary: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The boundary as text, without quotes and hyphens around it.
    public let description: String

    /// Creates a boundary from its text, without the two dashes before it.
    ///
    /// - Throws: ``ErrorCode/invalidBoundary``.
    public init(parsing boundary: String) throws(MultipartError) {
      let bytes = boundary.utf8
      guard (1...70).contains(bytes.count), bytes.allSatisfy(Self.isAllowed), bytes.last != UInt8(ascii: " ")
      else {
        throw MultipartError(.invalidBoundary)
      }
      description = boundary
    }

    /// Creates a boundary from a literal of the program.
    ///
    /// - Precondition: The literal is a boundary. Otherwise, the program stops.
    public init(stringLiteral boundary: String) {
      guard let boundary = try? Self(parsing: boundary) else {
        fatalError("\"\(boundary)\" is not a boundary: \(ErrorCode.invalidBoundary.text)")
      }
      self = boundary
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
