import SluiceBody
import SluiceMultipart
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Decoding of multipart responses into a type or into parts.
@Suite(.timeLimit(.minutes(5))) struct MultipartResponseTests {
  struct Upload: Decodable, Sendable {
    var title: String
    var file: ReceivedFile
  }

  private func body(_ form: MultipartForm) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in form.chunks() { bytes += chunk }
    return bytes
  }

  @Test func `a form is decoded into a type`() async throws {
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("file", .bytes(sampleBytes(100_000)), fileName: "a.bin")
    }
    let body = try await body(form)
    let upload = try await ResponseDecoder.multipart(Upload.self).decode(
      response(200, form.contentType), body: body)
    #expect(upload.title == "Holiday" && upload.file.fileName == "a.bin" && upload.file.byteCount == 100_000)
    let decoder = ResponseDecoder.multipart(Upload.self)
    #expect(
      await decoder.error(200, form.contentType, Array(body.dropLast(10)))?.underlying is MultipartError)
    #expect(await decoder.error(200, "multipart/mixed; boundary=b", body)?.code == .unacceptableMediaType)
    #expect(await decoder.error(200, form.contentType, [])?.code == .emptyBody)
  }

  @Test func `a body of any subtype is decoded into its parts`() async throws {
    let form = MultipartForm(
      .mixed,
      parts: [
        .init(nil, .text("a")), .init(nil, .text("")), .init(nil, .bytes(sampleBytes(70_000))),
      ])
    let body = try await body(form)
    let parts = try await ResponseDecoder.multipart().decode(response(200, form.contentType), body: body)
    #expect(parts.map(\.bytes) == [[97], [], sampleBytes(70_000)])
    #expect(await ResponseDecoder.multipart().error(200, "text/plain", body)?.code == .unacceptableMediaType)
    var limits = MultipartLimits()
    limits.maximumPartCount = 2
    #expect(
      await ResponseDecoder.multipart(limits: limits).error(200, form.contentType, body)?.code
        == .decodingFailed)
  }
}
