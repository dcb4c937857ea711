import SluiceCoding
import SluiceJSON
import Testing

/// Media ranges of an Accept field.
@Suite(.timeLimit(.minutes(5))) struct MediaRangeTests {
  @Test(
    arguments: [
      ("application/json", ["application/json", "Application/JSON", "application/json; charset=utf-8"]),
      ("Application/JSON", ["application/json"]),
      ("application/*", ["application/json", "application/ld+json", "application/xml;a=b"]),
      ("*/*", ["application/json", "x/y"]),
      ("application/*+json", ["application/ld+json", "application/vnd.a+b+JSON;q=1", "application/+json"]),
      ("*/*+xml", ["image/svg+xml", "application/atom+xml"]),
      ("*/*+b+json", ["application/a+b+json"]),
    ])
  func `a range matches essences regardless of parameters and case`(range: String, mediaTypes: [String])
    throws
  {
    let range = try MediaRange(parsing: range)
    for mediaType in mediaTypes {
      #expect(try range.matches(MediaType(parsing: mediaType)), "\(mediaType)")
    }
  }

  @Test(
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
  func `a range does not match other essences`(range: String, mediaTypes: [String]) throws {
    let range = try MediaRange(parsing: range)
    for mediaType in mediaTypes {
      #expect(try !range.matches(MediaType(parsing: mediaType)), "\(mediaType)")
    }
  }

  @Test(
    arguments: [
      "", "*", "json", "*/json", "*/", "/*", "application/*json", "application/j*", "application/a*b",
      "app*/json",
      "**/*", "*/**", "application/*+", "application/*+*", "*+json", "*/*, text/html", "text/*;q=0.5",
      "application/json; charset=utf-8",
    ])
  func `text that is not a range is refused`(text: String) {
    #expect((try? MediaRange(parsing: text)) == nil)
  }

  @Test(
    arguments: [
      ("Application/JSON ", "application/json"), ("text/*", "text/*"), ("*/*", "*/*"),
      ("application/*+JSON", "application/*+json"),
    ])
  func `a range is written as in an Accept field`(text: String, written: String) {
    #expect((try? MediaRange(parsing: text))?.description == written)
  }

  @Test
  func `a media type makes a range without its parameters`() throws {
    let range = MediaRange(MediaType("text/html;charset=utf-8"))
    #expect(range == MediaRange("text/html"))
    #expect(range.matches(MediaType("text/html;charset=gbk")))
  }

  @Test
  func `the predefined ranges equal their parsed text`() {
    #expect(MediaRange("*/*") == .any)
    #expect(MediaRange("application/*+json") == .anyJSONSuffix)
  }
}
