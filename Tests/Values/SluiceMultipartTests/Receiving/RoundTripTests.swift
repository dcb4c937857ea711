import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Random forms, sent and parsed: any names, any bytes, nested forms.
@Suite(.timeLimit(.minutes(5))) struct RoundTripTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [1, 100, 4096, 128 * 1024])
  func `names, file names, types and bytes are parsed as sent`(step: Int) async throws {
    for seed: UInt64 in 0..<25 {
      var forms = RandomForms(
        seed: seed &* 977 &+ UInt64(step), alphabet: "ab \"\\%;=:,ü日🎉\r\n\t\u{301}\u{1}", in: directory)
      let random = try forms.form()
      let bytes = try await random.form.bytes()
      let type = try #require(random.form.contentType)
      let found = try await contents(of: bytes, type: type, step: step)
      #expect(found == random.contents.map(asReceived), "seed \(seed)")
    }
  }

  /// Returns the content with each line break in a name as the CRLF that is sent.
  private func asReceived(_ content: RandomForm.Content) -> RandomForm.Content {
    var content = content
    content.name = content.name?.replacing(/\r\n|\r|\n/.matchingSemantics(.unicodeScalar), with: "\r\n")
    content.parts = content.parts?.map(asReceived)
    return content
  }

  private func contents(of bytes: [UInt8], type: String, step: Int) async throws -> [RandomForm.Content] {
    var contents: [RandomForm.Content] = []
    let chunks = BytesSource(bytes).chunks(ofUpTo: step)
    for try await part in try MultipartReader(chunks, contentType: type) {
      var content = RandomForm.Content(
        name: part.name, fileName: part.fileName, type: part.mediaType?.essence)
      let body = try await part.collect(upTo: .max)
      if let type = part.headers["Content-Type"], type.hasPrefix("multipart/") {
        content.parts = try await self.contents(of: body, type: type, step: step)
      } else {
        content.bytes = body
      }
      contents.append(content)
    }
    return contents
  }
}
