import Testing

@testable import SluiceCoding

@Suite struct ExactStringTests {
  @Test func canonicalEquivalentsAreTwoStrings() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(composed == decomposed)
    #expect(ExactString(composed) != ExactString(decomposed))
    #expect(Set([composed, decomposed, composed].map(ExactString.init)).count == 2)
  }

  @Test func orderIsThatOfTheBytes() {
    let texts = ["", "\0", "A", "AA", "AB", "B", "a", "é", "\u{FFFD}", "😀"]
    #expect(texts.shuffled().map(ExactString.init).sorted().map(\.text) == texts)
    #expect(!(ExactString("a") < ExactString("a")))
  }

  @Test func lengthsAreToldApartAroundAWord() {
    let texts = (0...40).map { String(repeating: "\0", count: $0) }
    #expect(Set(texts.map(ExactString.init)).count == texts.count)
    #expect(Set(texts.map { ExactString($0).hashValue }).count == texts.count)
  }
}
