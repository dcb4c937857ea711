import SluiceBrotli
import Testing

/// Streams of brotli, as RFC 7932 describes them.
@Suite(.timeLimit(.minutes(5))) struct BrotliDecoderTests {
  @Test func `there is a single stream`() throws {
    let stream = try TestedCoding.br.encode(phrase)
    let decoding = try Decoding(stream + stream, .br)
    #expect(decoding.failure == "trailing-garbage" && decoding.offset == stream.count)
  }

  @Test func `every window of the format decodes, and a large one is refused`() throws {
    let text = try #require(samples["text"])
    for bits in [10, 16, 24] {
      #expect(try Decoding(try run("brotli -q 5 -w \(bits) -c", text), .br).output == text, "\(bits)")
    }
    for bits in [25, 30] {
      let large = try run("brotli -q 5 --large_window=\(bits) -c", text)
      for step in [1, Int.max] {
        let decoding = try Decoding(large, .br, step: step)
        #expect(decoding.failure == "window-too-large" && decoding.output == [], "\(bits)")
      }
    }
  }

  @Test func `errors are final, and describe themselves`() throws {
    let stream = try TestedCoding.br.encode(phrase)
    let decoder = try BrotliDecoder()
    var output: [UInt8] = []
    try decoder.append(stream.span, to: &output)
    let error = try #require(
      throws: BrotliError.self, performing: { try decoder.append([1].span, to: &output) })
    #expect(error.description == "trailing-garbage: unexpected bytes follow the data at byte \(stream.count)")
    #expect(throws: error) { try decoder.finish() }
  }
}
