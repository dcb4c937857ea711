import SluiceCoding
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Decoding of text in the encoding of the caller, the byte order mark or the media type, with UTF-8 as the default.
@Suite(.timeLimit(.minutes(5))) struct TextResponseTests {
  typealias Row = (contentType: String?, body: [UInt8], text: String)

  @Test(
    arguments: [
      ("text/plain", [0x6E, 0xC3, 0xA9], "né"), (nil, [0x6E, 0xC3, 0xA9], "né"), ("text/html", [], ""),
      ("text/plain; charset=utf-8", [0xEF, 0xBB, 0xBF, 0x61], "a"), ("application/json", [0x7B, 0x7D], "{}"),
      ("text/plain; charset=ISO-8859-1", [0x6E, 0xE9, 0x80], "né€"),
      ("text/css; charset=latin1", [0xE9], "é"),
      ("text/plain; charset=\" US-ASCII \"", [0x61], "a"), ("text/x; charset=windows-1252", [0x93], "“"),
      ("text/plain; charset=utf-16", [0x61, 0, 0xE9, 0], "aé"),
      ("text/plain; charset=utf-16be", [0, 0x61], "a"),
      ("application/atom+xml; charset=utf-16", [0xFE, 0xFF, 0, 0x61], "a"),
      // The byte order mark outranks the charset.
      ("text/plain; charset=iso-8859-1", [0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "é"),
      ("text/plain", [0xFF, 0xFE, 0x3D, 0xD8, 0x00, 0xDE], "😀"),
    ] as [Row])
  func `text is decoded in its encoding`(row: Row) async throws {
    let text = try await ResponseDecoder.text().decode(response(200, row.contentType), body: row.body)
    #expect(text == row.text)
  }

  typealias Malformed = (contentType: String, body: [UInt8], offset: Int)

  @Test(
    arguments: [
      "Latin-1 without a charset": ("text/plain", [0x61, 0xE9], 1),
      "half of a character": ("text/plain; charset=utf-8", [0xC3], 0),
      "half of a unit": ("text/plain; charset=utf-16", [0x61, 0, 0x62], 2),
      "half of a surrogate pair": ("text/plain; charset=utf-16le", [0, 0xD8, 0x61, 0], 0),
    ] as NamedCases<Malformed>)
  func `malformed bytes are an error with their offset`(malformed: NamedCase<Malformed>) async {
    let (contentType, body, offset) = malformed.value
    let error = await ResponseDecoder.text().error(200, contentType, body)
    #expect(error?.code == .decodingFailed && (error?.underlying as? TextError)?.code == .malformedText)
    #expect(error?.byteOffset == offset)
    #expect(error?.body == body)
  }

  @Test func `an unknown encoding is an error`() async {
    let error = await ResponseDecoder.text().error(200, "text/plain; charset=klingon", [0x61])
    #expect((error?.underlying as? TextError)?.code == .unknownEncoding)
  }

  @Test func `the caller's encoding outranks the charset`() async throws {
    let body: [UInt8] = [0x6E, 0xE9]
    for contentType in ["text/plain; charset=utf-8", "text/plain", nil] {
      #expect(
        try await ResponseDecoder.text(.windows1252).decode(response(200, contentType), body: body) == "né")
    }
  }

  @Test(
    arguments: [
      ("text/html", 200, .value("a")), ("application/json", 200, .value("a")),
      ("image/svg+xml", 200, .value("a")),
      (nil, 200, .value("a")), ("image/png", 200, .error(.unacceptableMediaType)),
      ("application/octet-stream", 200, .error(.unacceptableMediaType)),
      ("text/html", 404, .error(.unacceptableStatus)),
    ] as [(String?, Int, DecodingOutcome)])
  func `only media types of text are accepted`(contentType: String?, status: Int, expected: DecodingOutcome)
    async throws
  {
    #expect(try await ResponseDecoder.text().outcome(status, contentType, "a") == expected)
  }

  @Test func `an encoding can be added`() async throws {
    var encodings = TextEncodings.standard
    encodings.add(
      TextEncoding(name: "shout") {
        String(decoding: [UInt8](repeating: 0x41, count: $0.count), as: UTF8.self)
      }, labels: ["loud"])
    let decoder = ResponseDecoder.text(encodings: encodings)
    #expect(try await decoder.decode(response(200, "text/plain; charset=LOUD"), body: [1, 2]) == "AA")
  }
}
