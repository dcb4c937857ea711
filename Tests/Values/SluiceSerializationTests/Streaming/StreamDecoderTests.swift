import SluiceBody
import SluiceJSON
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Decoders of responses whose bodies are streams.
@Suite(.timeLimit(.minutes(5))) struct StreamDecoderTests {
  private struct Cut: Error {}

  /// Decodes a text that is surrounded by `surroundings`, and returns the size of the only element.
  private static func size(
    of text: String, in surroundings: (String, String), _ contentType: String,
    _ decoder: StreamDecoder<ElementStream<String>>
  ) async throws -> Int {
    let body = AnyBody.text("\(surroundings.0)\(text)\(surroundings.1)")
    var sizes: [Int] = []
    for try await element in try await decoder.stream(response(200, contentType), body: body) {
      sizes.append(element.utf8.count)
    }
    return try #require(sizes.count == 1 ? sizes[0] : nil)
  }

  /// Decodes a text, and returns its size.
  typealias Reading = @Sendable (_ text: String) async throws -> Int

  /// A decoder of JSON strings, and the largest text that its default limit allows.
  private static func strings(
    in surroundings: (String, String), _ contentType: String, _ decoder: StreamDecoder<ElementStream<String>>
  ) -> (limit: Int, read: Reading) {
    ((16 << 20) - 2, { try await size(of: $0, in: surroundings, contentType, decoder) })
  }

  static let readings: NamedCases<(limit: Int, read: Reading)> = [
    "lines": (1 << 20, { try await size(of: $0, in: ("", "\n"), "text/plain", .lines()) }),
    "serverSentEvents": (
      (1 << 20) - 5,
      { text in
        let body = AnyBody.text("data:\(text)\n\n")
        let events = try await StreamDecoder.serverSentEvents().stream(
          response(200, "text/event-stream"), body: body)
        for try await event in events { return event.data.utf8.count }
        return 0
      }
    ),
    "jsonLines": strings(in: ("\"", "\"\n"), "application/jsonl", .jsonLines(String.self)),
    "jsonLines with a decoder": strings(
      in: ("\"", "\"\n"), "application/jsonl", .jsonLines(String.self, decoder: JSON.Decoder())),
    "jsonSequence": strings(
      in: ("\u{1E}\"", "\"\n"), "application/json-seq", .jsonSequence(String.self)),
    "jsonSequence with a decoder": strings(
      in: ("\u{1E}\"", "\"\n"), "application/json-seq",
      .jsonSequence(String.self, decoder: JSON.Decoder())),
    "jsonElements": strings(in: ("[\"", "\"]"), "application/json", .jsonElements(String.self)),
    "jsonElements with a decoder": strings(
      in: ("[\"", "\"]"), "application/json", .jsonElements(String.self, decoder: JSON.Decoder())),
  ]

  @Test(arguments: readings)
  func `an element has the default limit`(reading: NamedCase<(limit: Int, read: Reading)>) async throws {
    let (limit, read) = reading.value
    #expect(try await read(String(repeating: "a", count: limit)) == limit)
    await #expect(throws: (any Error).self) { try await read(String(repeating: "a", count: limit + 1)) }
  }

  @Test func `only lines and text need no media type`() async throws {
    var lines: [String] = []
    for try await line in try await StreamDecoder.lines().stream(response(200, nil), body: .text("a\nb")) {
      lines.append(line)
    }
    #expect(lines == ["a", "b"])
    await #expect(throws: ResponseError.self) {
      try await StreamDecoder.jsonLines(Int.self).stream(response(200, nil), body: .text("1\n"))
    }
    await #expect(throws: ResponseError.self) {
      try await StreamDecoder.serverSentEvents().stream(response(200, nil), body: .text("data:1\n\n"))
    }
  }

  @Test(arguments: [false, true]) func `malformed records of a sequence are skipped if asked`(
    skips: Bool
  ) async throws {
    let decoder = StreamDecoder.jsonSequence(Int.self, skipsMalformedRecords: skips)
    let body = AnyBody.text("\u{1E}1\n\u{1E}x\n\u{1E}2\n")
    var numbers: [Int] = []
    do {
      for try await number in try await decoder.stream(response(200, "application/json-seq"), body: body) {
        numbers.append(number)
      }
      #expect(skips && numbers == [1, 2])
    } catch {
      #expect(!skips && numbers == [1])
    }
  }

  // MARK: Refused responses whose body fails

  private func error(of status: Int, failing failure: any Error) async -> (any Error)? {
    let (chunks, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    continuation.yield(Array("cut".utf8))
    continuation.finish(throwing: failure)
    return await #expect(throws: (any Error).self) {
      try await StreamDecoder.jsonLines(Int.self).stream(
        response(status, "text/html"), body: AsyncSource(chunks))
    }
  }

  @Test func `a status is reported even if the body fails`() async throws {
    let error = try #require(await error(of: 500, failing: Cut()) as? ResponseError)
    #expect(error.code == .unacceptableStatus)
    #expect(error.body == Array("cut".utf8))
  }

  @Test func `if only the media type is refused, a failing body is reported`() async throws {
    #expect(await error(of: 200, failing: Cut()) is Cut)
  }

  @Test func `cancellation is reported, whatever the status`() async throws {
    #expect(await error(of: 500, failing: CancellationError()) is CancellationError)
  }
}
