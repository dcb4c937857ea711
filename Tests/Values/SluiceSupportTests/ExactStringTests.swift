import Testing

@testable import SluiceSupport

/// Strings compared by their bytes.
@Suite(.timeLimit(.minutes(5))) struct ExactStringTests {
  @Test func `canonically equivalent strings are distinct`() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(composed == decomposed)
    #expect(ExactString(composed) != ExactString(decomposed))
    #expect(Set([composed, decomposed, composed].map(ExactString.init)).count == 2)
  }

  @Test func `strings are ordered by their bytes`() {
    let texts = ["", "\0", "A", "AA", "AB", "B", "a", "é", "\u{FFFD}", "😀"]
    #expect(texts.shuffled().map(ExactString.init).sorted().map(\.text) == texts)
    #expect(!(ExactString("a") < ExactString("a")))
  }

  @Test func `strings of different lengths are distinct and have distinct hashes`() {
    let texts = (0...40).map { String(repeating: "\0", count: $0) }
    #expect(Set(texts.map(ExactString.init)).count == texts.count)
    #expect(Set(texts.map { ExactString($0).hashValue }).count == texts.count)
  }
}
