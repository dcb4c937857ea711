import SluiceFuzz
import Testing

@Suite(.timeLimit(.minutes(1))) struct FailureKeyTests {
  struct Other: Error, CustomStringConvertible { let description: String }

  @Test func `numbers and later lines do not distinguish failures`() {
    let key = FailureKey(BrokenProperty("byte 12 of 3.5:\n  left"))
    #expect(key == FailureKey(BrokenProperty("byte 1 of 100.25:\n  right")))
    #expect(key.description == "SluiceFuzz.BrokenProperty: byte # of #.#:")
  }

  @Test func `the type and the text distinguish failures`() {
    let key = FailureKey(BrokenProperty("too long"))
    #expect(key != FailureKey(BrokenProperty("too short")))
    #expect(key != FailureKey(Other(description: "too long")))
  }

  @Test func `a long description is cut`() {
    let text = String(repeating: "a", count: 200)
    #expect(FailureKey(BrokenProperty(text + "b")) == FailureKey(BrokenProperty(text + "c")))
  }
}
