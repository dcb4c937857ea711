import SluiceCoding
import Testing

struct MediaRangeTests {
  @Test(
    "A range matches essences, without parameters and case",
    arguments: [
      ("application/json", ["application/json", "Application/JSON", "application/json; charset=utf-8"]),
      ("Application/JSON", ["application/json"]),
      ("application/*", ["application/json", "application/ld+json", "application/xml;a=b"]),
      ("*/*", ["application/json", "x/y"]),
      ("application/*+json", ["application/ld+json", "application/vnd.a+b+JSON;q=1", "application/+json"]),
      ("*/*+xml", ["image/svg+xml", "application/atom+xml"]),
      ("*/*+b+json", ["application/a+b+json"]),
    ])
  func matches(range: String, mediaTypes: [String]) throws {
    let range = try #require(MediaRange(range))
    for mediaType in mediaTypes {
      #expect(range.matches(try #require(MediaType(mediaType))), "\(mediaType)")
    }
  }

  @Test(
    "A range does not match what it does not name",
    arguments: [
      (
        "application/json", ["application/ld+json", "application/jsonx", "text/json", "application/*", "*/*"]
      ),
      ("application/*", ["text/json", "applications/json", "xapplication/json"]),
      (
        "application/*+json",
        ["application/json", "application/xjson", "text/x+json", "application/a+json+xml"]
      ),
      ("*/*+xml", ["application/xml", "text/xml", "a+xml/b"]),
    ])
  func mismatches(range: String, mediaTypes: [String]) throws {
    let range = try #require(MediaRange(range))
    for mediaType in mediaTypes {
      #expect(!range.matches(try #require(MediaType(mediaType))), "\(mediaType)")
    }
  }

  @Test(
    "What is no range is refused",
    arguments: [
      "", "*", "json", "*/json", "*/", "/*", "application/*json", "application/j*", "application/a*b",
      "app*/json",
      "**/*", "*/**", "application/*+", "application/*+*", "*+json", "*/*, text/html", "text/*;q=0.5",
      "application/json; charset=utf-8",
    ])
  func refused(text: String) {
    #expect(MediaRange(text) == nil)
  }

  @Test(
    "A range is written as an Accept field has it",
    arguments: [
      ("Application/JSON ", "application/json"), ("text/*", "text/*"), ("*/*", "*/*"),
      ("application/*+JSON", "application/*+json"),
    ])
  func written(text: String, written: String) {
    #expect(MediaRange(text)?.description == written)
  }

  @Test("A media type is a range too, without its parameters")
  func mediaType() throws {
    let range = MediaRange(try #require(MediaType("text/html;charset=utf-8")))
    #expect(range == MediaRange("text/html"))
    #expect(range.matches(try #require(MediaType("text/html;charset=gbk"))))
  }

  @Test("Known ranges read back from their text")
  func known() {
    #expect(MediaRange("*/*") == .any)
    #expect(MediaRange("application/*+json") == .anyJSONSuffix)
  }
}
