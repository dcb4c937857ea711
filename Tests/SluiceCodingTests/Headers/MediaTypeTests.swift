import SluiceCoding
import SluiceTestSupport
import Testing

struct MediaTypeTests {
  @Test("Parts make the media type that their text makes")
  func parts() throws {
    let mediaType = try #require(
      MediaType(type: "Multipart", subtype: "Form-Data", parameters: [("Boundary", "a b"), ("empty", "")]))
    #expect(mediaType == MediaType("multipart/form-data;boundary=\"a b\";empty=\"\""))
    #expect(mediaType.description == "multipart/form-data;boundary=\"a b\";empty=\"\"")
    #expect(mediaType.parameters.map(\.name) == ["boundary", "empty"])
    #expect(mediaType.parameters.map(\.value) == ["a b", ""])
  }

  @Test(
    "Parts that could not be read back make none",
    arguments: [
      ("", "b", []), ("a", "", []), ("a/b", "c", []), ("a", "b;", []), ("a ", "b", []),
      ("a", "b\r\nX: y", []),
      ("\u{212A}", "b", []), ("é", "b", []),
      ("a", "b", [("", "1")]), ("a", "b", [("x y", "1")]), ("a", "b", [("x=", "1")]),
      ("a", "b", [("\u{212A}", "1")]),
      ("a", "b", [("x", "\r\nX: y")]), ("a", "b", [("x", "\u{0}")]), ("a", "b", [("x", "\u{7F}")]),
      ("a", "b", [("x", "Ā")]), ("a", "b", [("x", "1"), ("X", "1")]),
    ] as [(String, String, [(name: String, value: String)])])
  func invalidParts(type: String, subtype: String, parameters: [(name: String, value: String)]) {
    #expect(MediaType(type: type, subtype: subtype, parameters: parameters) == nil)
  }

  @Test("Any valid values are written so that they are read back")
  func roundTrip() throws {
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
      #expect(MediaType(mediaType.description) == mediaType)
      #expect(mediaType["y"] == value)
    }
  }

  @Test("The essence is without parameters")
  func essence() {
    #expect(MediaType("Text/HTML; charset=utf-8")?.essence == "text/html")
  }

  @Test(
    "The suffix is what follows the last plus",
    arguments: [
      ("application/ld+json", "json"), ("image/svg+xml", "xml"), ("application/vnd.a+b+JSON", "json"),
      ("application/+json", "json"), ("application/json", nil), ("application/json+", nil), ("a+xml/b", nil),
    ] as [(String, String?)])
  func suffix(text: String, suffix: String?) throws {
    #expect(try #require(MediaType(text)).suffix == suffix)
  }

  @Test("Parameters are found by their names in any case")
  func lookup() throws {
    let mediaType = try #require(MediaType("text/plain; Charset=UTF-8; format=flowed"))
    #expect(mediaType["CHARSET"] == "UTF-8")
    #expect(mediaType["format"] == "flowed")
    #expect(mediaType["delsp"] == nil)
    #expect(mediaType.charset == "UTF-8")
    #expect(MediaType.plainText.charset == nil)
  }

  @Test("Case of the names and spaces do not make two media types different, values and order do")
  func equality() {
    #expect(MediaType("TEXT/html ; Charset=x") == MediaType("text/HTML;charset=\"x\""))
    #expect(MediaType("text/html;charset=X") != MediaType("text/html;charset=x"))
    #expect(MediaType("text/html;a=1;b=2") != MediaType("text/html;b=2;a=1"))
  }

  @Test(
    "Known media types read back from their text",
    arguments: [
      (MediaType.json, "application/json"), (.octetStream, "application/octet-stream"),
      (.plainText, "text/plain"), (.formURLEncoded, "application/x-www-form-urlencoded"),
      (.formData, "multipart/form-data"), (.multipartMixed, "multipart/mixed"),
      (.multipartRelated, "multipart/related"), (.multipartByteRanges, "multipart/byteranges"),
      (.propertyListXML, "application/x-plist"), (.propertyListBinary, "application/x-bplist"),
    ])
  func known(mediaType: MediaType, text: String) {
    #expect(mediaType.description == text)
    #expect(MediaType(text) == mediaType)
  }
}
