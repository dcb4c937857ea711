import SluiceMultipart
import Testing

/// The syntax of boundaries (RFC 2046 §5.1.1).
@Suite(.timeLimit(.minutes(5))) struct BoundaryTests {
  static let allowed = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'()+_,-./:=?"

  @Test(arguments: allowed)
  func `each character of the standard's set is allowed`(_ character: Character) throws {
    #expect(try MultipartForm.Boundary(parsing: String(character)).description == String(character))
    #expect(try MultipartForm.Boundary(parsing: "a\(character)b").description == "a\(character)b")
  }

  /// All ASCII characters outside the set except the space, and some other characters.
  static let forbidden =
    (0..<128).map { String(Unicode.Scalar($0)) }.filter { !allowed.contains($0) && $0 != " " }
    + ["é", "e\u{301}", "a\u{301}", "\r\n", "🎉", "\u{ff11}", "\u{a0}"]

  @Test(arguments: forbidden)
  func `no other character is allowed`(_ character: String) {
    for text in [character, "a\(character)", "\(character)a", "a\(character)b"] {
      #expect(
        #expect(throws: MultipartError.self) { try MultipartForm.Boundary(parsing: text) }?.code
          == .invalidBoundary)
    }
  }

  @Test(arguments: ["a b", " a", "  a", "a  b"])
  func `a space is allowed except at the end`(_ text: String) throws {
    #expect(try MultipartForm.Boundary(parsing: text).description == text)
    for text in [text + " ", " "] {
      #expect(
        #expect(throws: MultipartError.self) { try MultipartForm.Boundary(parsing: text) }?.code
          == .invalidBoundary)
    }
  }

  @Test(arguments: [(0, false), (1, true), (2, true), (69, true), (70, true), (71, false), (1000, false)])
  func `a boundary has 1 to 70 characters`(_ count: Int, _ isValid: Bool) {
    #expect(((try? MultipartForm.Boundary(parsing: String(repeating: "b", count: count))) != nil) == isValid)
  }

  @Test func `random boundaries are valid, distinct tokens of 128 random bits`() throws {
    let boundaries = (0..<1000).map { _ in MultipartForm.Boundary.random() }
    #expect(Set(boundaries).count == boundaries.count)
    for boundary in boundaries {
      #expect(try MultipartForm.Boundary(parsing: boundary.description) == boundary)
      let digits = try #require(boundary.description.split(separator: "-").last)
      #expect(digits.count == 32 && digits.allSatisfy(\.isHexDigit))
      #expect(MultipartForm(boundary: boundary).contentType == "multipart/form-data; boundary=\(boundary)")
    }
    // Each bit varies.
    let numbers = boundaries.map { $0.description.suffix(32) }
    for digits in [
      numbers.compactMap { UInt64($0.prefix(16), radix: 16) },
      numbers.compactMap { UInt64($0.suffix(16), radix: 16) },
    ] {
      #expect(digits.count == boundaries.count)
      #expect(digits.reduce(0, |) == .max && digits.reduce(.max, &) == 0)
    }
    #expect(MultipartForm().boundary != MultipartForm().boundary)
  }
}
