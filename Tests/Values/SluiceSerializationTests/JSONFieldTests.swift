import SluiceBody
import SluiceJSON
import SluiceMultipart
import SluiceSerialization
import Testing

/// A form's field with a value that is sent as JSON.
@Suite(.timeLimit(.minutes(5))) struct JSONFieldTests {
  private struct Metadata: Codable {
    var pageTitle: String
    var weight: Double?
  }

  private func text(_ form: MultipartForm) async throws -> String {
    var bytes: [UInt8] = []
    for try await chunk in form.chunks() { bytes += chunk }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `the part has the JSON and its media type`() async throws {
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let form = MultipartForm(boundary: "B") {
      FormField("a", json: Metadata(pageTitle: "Käse"))
      FormField("b", json: [1, 2], encoder: encoder, headers: ["X-Part": "2"])
      FormField("c", json: Metadata(pageTitle: "x"), encoder: encoder)
    }
    let expected = """
      --B\r
      Content-Disposition: form-data; name="a"\r
      Content-Type: application/json\r
      \r
      {"pageTitle":"Käse"}\r
      --B\r
      Content-Disposition: form-data; name="b"\r
      Content-Type: application/json\r
      X-Part: 2\r
      \r
      [1,2]\r
      --B\r
      Content-Disposition: form-data; name="c"\r
      Content-Type: application/json\r
      \r
      {"page_title":"x"}\r
      --B--\r

      """
    #expect(try await text(form) == expected)
    #expect(try form.byteCount == Int64(expected.utf8.count))
  }

  @Test func `a value that cannot be encoded is an error of the form`() async {
    let form = MultipartForm {
      FormField("a", json: Metadata(pageTitle: "", weight: .nan))
    }
    #expect(throws: EncodingError.self) { try form.byteCount }
    #expect(throws: EncodingError.self) { try form.makeReader() }
    await #expect(throws: EncodingError.self) { try await text(form) }
  }
}
