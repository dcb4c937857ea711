import SluiceBody
import SluiceMultipart
import Testing

/// Equality of errors.
@Suite(.timeLimit(.minutes(5))) struct MultipartErrorTests {
  private func refusal(of names: String?...) throws -> MultipartError {
    let parts = names.map { MultipartForm.Part($0, .bytes([])) }
    return try #require(throws: MultipartError.self) { try MultipartForm(parts: parts).byteCount }
  }

  private func refusal(ofBody text: String) throws -> MultipartError {
    var parser = try MultipartParser.mixed()
    let bytes = Array(text.utf8)
    return try #require(throws: MultipartError.self) {
      var position = 0
      while try parser.next(in: bytes.span, from: &position) != nil {}
      while try parser.finish() != nil {}
    }
  }

  @Test func `errors are equal if their code, part and byte are`() throws {
    let make = {
      [
        try refusal(of: nil), try refusal(of: "a", nil), try refusal(of: "a\0"), try refusal(of: "b\0"),
        try refusal(ofBody: "--B\n"), try refusal(ofBody: " \r\n--B\n"), try refusal(ofBody: ""),
      ]
    }
    let (errors, again) = (try make(), try make())
    for (index, error) in errors.enumerated() {
      for (other, otherError) in again.enumerated() { #expect((error == otherError) == (index == other)) }
    }
    #expect(Set(errors + again).count == errors.count)
  }
}
