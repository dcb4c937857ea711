import SluiceBody
import SluiceMultipart
import SluiceTestSupport

extension MultipartForm {
  func bytes(step: Int = 64 * 1024) async throws -> [UInt8] {
    try await readAll(makeReader(), step: step)
  }

  func text() async throws -> String {
    String(decoding: try await bytes(), as: UTF8.self)
  }
}

/// Returns the lines of the part's head, in a form of this part alone with the boundary `B`.
func head(of part: some MultipartForm.PartConvertible, in subtype: MultipartForm.Subtype = .formData)
  async throws -> String
{
  let form = MultipartForm(subtype, boundary: try .init(parsing: "B"), parts: [part.part])
  let bytes = try await form.bytes().dropFirst("--B".utf8.count)
  // Bytes are compared, not characters: in a string, a CRLF and a combining mark after it are one character.
  let end = bytes.indices.first { bytes[$0...].starts(with: "\r\n\r\n".utf8) } ?? bytes.endIndex
  return String(decoding: bytes[..<end].dropFirst("\r\n".utf8.count), as: UTF8.self)
}
