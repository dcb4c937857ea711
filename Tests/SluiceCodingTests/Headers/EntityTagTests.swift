import SluiceCoding
import Testing

/// RFC 9110 §8.8.3.
struct EntityTagTests {
  @Test(
    "A tag in quotes, maybe a weak one",
    arguments: [
      ("\"abc\"", false, "abc"), ("W/\"abc\"", true, "abc"), ("\"\"", false, ""), ("W/\"\"", true, ""),
      (#""a\b""#, false, #"a\b"#), ("\"!#~,W/\"", false, "!#~,W/"), ("\"é\u{301}\"", false, "é\u{301}"),
    ] as [(String, Bool, String)])
  func valid(text: String, isWeak: Bool, opaqueTag: String) throws {
    let tag = try #require(EntityTag(text))
    #expect(tag.isWeak == isWeak)
    #expect(tag.opaqueTag == opaqueTag)
    #expect(tag.description == text)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "\"", "abc", "\"abc", "abc\"", "w/\"abc\"", "W/abc", "W/", "W/\"", "W\"abc\"", " \"abc\"",
      "\"abc\" ",
      "\"a b\"", "\"a\"b\"", "\"a\tb\"", "\"a\r\nb\"", "\"a\0\"", "\"\u{7F}\"", "\"a\", \"b\"", "*", "'abc'",
      "\"a\"\u{301}",
    ])
  func invalid(text: String) {
    #expect(EntityTag(text) == nil)
  }

  @Test(
    "Strong comparison is of bytes, and never true of a weak tag (§8.8.3.2)",
    arguments: [
      ("\"1\"", "\"1\"", true), ("W/\"1\"", "W/\"1\"", false), ("W/\"1\"", "\"1\"", false),
      ("\"1\"", "W/\"1\"", false), ("\"1\"", "\"2\"", false), ("\"é\"", "\"e\u{301}\"", false),
    ])
  func comparison(left: String, right: String, isEqual: Bool) throws {
    #expect(try #require(EntityTag(left)).isStronglyEqual(to: #require(EntityTag(right))) == isEqual)
  }
}
