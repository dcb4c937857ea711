/// The text that delimits parts: 1 to 70 characters of RFC 2046 §5.1.1's set, no space at its end.
public struct Boundary: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// - Throws: ``MultipartError`` with the code `invalid-boundary`.
  public init(_ boundary: String) throws(MultipartError) {
    let bytes = boundary.utf8
    guard (1...70).contains(bytes.count), bytes.allSatisfy(Self.isAllowed), bytes.last != UInt8(ascii: " ")
    else {
      throw MultipartError(.invalidBoundary)
    }
    description = boundary
  }

  private init(known description: String) { self.description = description }

  /// A boundary of its own for each call: 128 bits from the system's generator.
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
