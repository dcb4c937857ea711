import SluiceCoding
import Testing

/// Entity tags (RFC 9110 §8.8.3).
@Suite(.timeLimit(.minutes(5))) struct EntityTagTests {
  @Test(
    arguments: [
      ("\"abc\"", false, "abc"), ("W/\"abc\"", true, "abc"), ("\"\"", false, ""), ("W/\"\"", true, ""),
      (#""a\b""#, false, #"a\b"#), ("\"!#~,W/\"", false, "!#~,W/"), ("\"é\u{301}\"", false, "é\u{301}"),
    ] as [(String, Bool, String)])
  func `a quoted tag is read, strong or weak`(text: String, isWeak: Bool, opaqueTag: String) throws {
    let tag = try #require(EntityTag(text))
    #expect(tag.isWeak == isWeak)
    #expect(tag.opaqueTag == opaqueTag)
    #expect(tag.description == text)
  }

  @Test(
    arguments: [
      "", "\"", "abc", "\"abc", "abc\"", "w/\"abc\"", "W/abc", "W/", "W/\"", "W\"abc\"", " \"abc\"",
      "\"abc\" ",
      "\"a b\"", "\"a\"b\"", "\"a\tb\"", "\"a\r\nb\"", "\"a\0\"", "\"\u{7F}\"", "\"a\", \"b\"", "*", "'abc'",
      "\"a\"\u{301}", "\"a\u{FFFD}\"",
    ])
  func `anything else is not a tag`(text: String) {
    #expect(EntityTag(text) == nil)
  }

  @Test(
    arguments: [
      ("\"1\"", "\"1\"", true), ("W/\"1\"", "W/\"1\"", false), ("W/\"1\"", "\"1\"", false),
      ("\"1\"", "W/\"1\"", false), ("\"1\"", "\"2\"", false), ("\"é\"", "\"e\u{301}\"", false),
    ])
  func `strong comparison compares bytes, and is never true for a weak tag (§8.8.3.2)`(
    left: String, right: String, isEqual: Bool
  ) throws {
    #expect(try #require(EntityTag(left)).isStronglyEqual(to: #require(EntityTag(right))) == isEqual)
  }

  @Test func `tags are equal if they are written alike, weak or strong`() throws {
    let texts = ["\"1\"", "W/\"1\"", "\"2\"", "\"é\"", "\"e\u{301}\"", "\"\""]
    let tags = try texts.map { try #require(EntityTag($0)) }
    for (index, tag) in tags.enumerated() {
      #expect(tags.indices.filter { tags[$0] == tag } == [index])
      #expect(try tag == #require(EntityTag(tag.description)))
    }
    #expect(Set(tags + tags).count == tags.count)
  }

  @Test(
    arguments: [
      ("", []), (" , ,", []), ("\"a\"", ["\"a\""]),
      (" \"a,b\" ,W/\"c\",, \"\"\t", ["\"a,b\"", "W/\"c\"", "\"\""]),
      ("*", nil), ("a", nil), ("\"a\" \"b\"", nil), ("\"a\", b", nil), ("\"a\", \"b", nil), ("\"a b\"", nil),
    ] as [(String, [String]?)])
  func `a list of tags is read, or refused as a whole`(text: String, tags: [String]?) {
    #expect(EntityTag.list(text)?.map(\.description) == tags)
  }

  @Test(arguments: [("\"1\"", "W/\"1\"", true), ("W/\"1\"", "W/\"1\"", true), ("\"1\"", "\"2\"", false)])
  func `weak comparison ignores the strength (§8.8.3.2)`(left: String, right: String, isEqual: Bool) throws {
    #expect(try #require(EntityTag(left)).isWeaklyEqual(to: #require(EntityTag(right))) == isEqual)
  }
}
