import SluiceFuzz
import Testing

@Suite(.timeLimit(.minutes(1))) struct MutationDictionaryTests {
  @Test func `words are read with names, levels, escapes and comments`() throws {
    let text = #"""
      # A comment with "quotes"

      name="a b"
      "\x1F\x8b\x00"
        level@2 = "\\\"\n"
      kw="#"
      """#
    let dictionary = try MutationDictionary(parsing: Array(text.utf8))
    #expect(dictionary.words == [Array("a b".utf8), [0x1F, 0x8B, 0], Array("\\\"\n".utf8), [0x23]])
  }

  @Test(arguments: ["a", "\"a", "\"\\x1\"", "\"\\q\"", "\"a\" b", "\"a\\\""])
  func `a line without a word is an error with its number`(_ line: String) throws {
    let error = #expect(throws: MutationDictionary.ParseError.self) {
      try MutationDictionary(parsing: Array("\"fine\"\n\(line)\n".utf8))
    }
    #expect(error?.line == 2)
  }
}
