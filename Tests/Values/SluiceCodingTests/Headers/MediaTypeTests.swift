import SluiceCoding
import SluiceJSON
import SluiceTestSupport
import Testing

/// Media types made of parts, and their properties.
@Suite(.timeLimit(.minutes(5))) struct MediaTypeTests {
  @Test
  func `parts make the same media type as their text`() throws {
    let mediaType = try #require(
      MediaType(type: "Multipart", subtype: "Form-Data", parameters: [("Boundary", "a b"), ("empty", "")]))
    #expect(mediaType == MediaType("multipart/form-data;boundary=\"a b\";empty=\"\""))
    #expect(mediaType.description == "multipart/form-data;boundary=\"a b\";empty=\"\"")
    #expect(mediaType.parameters.map(\.name) == ["boundary", "empty"])
    #expect(mediaType.parameters.map(\.value) == ["a b", ""])
  }

  @Test(
    arguments: [
      ("", "b", []), ("a", "", []), ("a/b", "c", []), ("a", "b;", []), ("a ", "b", []),
      ("a", "b\r\nX: y", []),
      ("\u{212A}", "b", []), ("é", "b", []),
      ("a", "b", [("", "1")]), ("a", "b", [("x y", "1")]), ("a", "b", [("x=", "1")]),
      ("a", "b", [("\u{212A}", "1")]),
      ("a", "b", [("x", "\r\nX: y")]), ("a", "b", [("x", "\u{0}")]), ("a", "b", [("x", "\u{7F}")]),
      ("a", "b", [("x", "Ā")]), ("a", "b", [("x", "1"), ("X", "1")]),
    ] as [(String, String, [(name: String, value: String)])])
  func `parts that could not be read back are refused`(
    type: String, subtype: String, parameters: [(name: String, value: String)]
  ) {
    #expect(MediaType(type: type, subtype: subtype, parameters: parameters) == nil)
  }

  @Test
  func `random valid values read back from the description`() throws {
    var random = SeededGenerator(seed: 2)
    let scalars = [0x09...0x09, 0x20...0x7E, 0x80...0xFF].joined().compactMap(Unicode.Scalar.init)
    for _ in 0..<5_000 {
      var value = ""
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        // One in three is a character that needs care.
        let scalar =
          Int.random(in: 0..<3, using: &random) == 0
          ? "\\\" ;=".unicodeScalars.randomElement(using: &random)
          : scalars.randomElement(using: &random)
        value.unicodeScalars.append(try #require(scalar))
      }
      let mediaType = try #require(
        MediaType(type: "a", subtype: "b", parameters: [("x", value), ("y", value)]))
      #expect((try? MediaType(parsing: mediaType.description)) == mediaType)
      #expect(mediaType["y"] == value)
    }
  }

  @Test
  func `the essence is without parameters`() {
    #expect(MediaType("Text/HTML; charset=utf-8").essence == "text/html")
  }

  @Test(
    arguments: [
      ("application/ld+json", "json"), ("image/svg+xml", "xml"), ("application/vnd.a+b+JSON", "json"),
      ("application/+json", "json"), ("application/json", nil), ("application/json+", nil), ("a+xml/b", nil),
    ] as [(String, String?)])
  func `the suffix follows the last plus`(text: String, suffix: String?) throws {
    #expect(try MediaType(parsing: text).suffix == suffix)
  }

  @Test
  func `parameters are found by name in any case`() throws {
    let mediaType = MediaType("text/plain; Charset=UTF-8; format=flowed")
    #expect(mediaType["CHARSET"] == "UTF-8")
    #expect(mediaType["format"] == "flowed")
    #expect(mediaType["delsp"] == nil)
    #expect(mediaType.charset == "UTF-8")
    #expect(MediaType.plainText.charset == nil)
  }

  @Test
  func `equality ignores case of names and whitespace, not values and order`() {
    #expect(MediaType("TEXT/html ; Charset=x") == MediaType("text/HTML;charset=\"x\""))
    #expect(MediaType("text/html;charset=X") != MediaType("text/html;charset=x"))
    #expect(MediaType("text/html;a=1;b=2") != MediaType("text/html;b=2;a=1"))
  }

  @Test(
    arguments: [
      (MediaType.json, "application/json"), (.octetStream, "application/octet-stream"),
      (.plainText, "text/plain"), (.formURLEncoded, "application/x-www-form-urlencoded"),
      (.formData, "multipart/form-data"), (.multipartMixed, "multipart/mixed"),
      (.multipartRelated, "multipart/related"), (.multipartByteRanges, "multipart/byteranges"),
      (.propertyListXML, "application/x-plist"), (.propertyListBinary, "application/x-bplist"),
    ])
  func `the predefined media types equal their parsed text`(mediaType: MediaType, text: String) {
    #expect(mediaType.description == text)
    #expect((try? MediaType(parsing: text)) == mediaType)
  }

  @Test func `a media type is encoded as its text`() throws {
    let types = ["file": MediaType("Text/HTML; Charset=\"a b\""), "none": nil]
    let text = try JSON.Encoder().string(for: types["file"])
    #expect(text == #""text\/html;charset=\"a b\"""#)
    #expect(try JSON.Decoder().decode(MediaType.self, from: text) == MediaType("text/html;charset=\"a b\""))
    #expect(
      try Query.Decoder().decode([String: MediaType].self, from: "a=text/html") == [
        "a": MediaType("text/html")
      ])
  }

  @Test(arguments: ["\"\"", "\"text\"", "\"text/\"", "\"a b/c\""])
  func `text that is not a media type is an error with the coding path`(text: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSON.Decoder().decode([String: [MediaType]].self, from: "{\"a\":[\"b/c\",\(text)]}")
    }
    guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
    #expect(context.codingPath.map(\.intValue) == [nil, 1])
    #expect(context.codingPath.first?.stringValue == "a")
  }
}
