import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// A method of the session for each of HTTP's, with explicit and default serializers and decoders.
@Suite(.timeLimit(.minutes(5))) struct MethodTests {
  private struct Note: Codable, Equatable, Sendable { var text: String }
  private struct SnakeNote: Codable, Equatable, Sendable { var longText: String }

  /// Runs a test against a server that echoes the method or the body, and returns the requests.
  private func echo(
    configure: (inout Session.Configuration) -> Void = { _ in }, _ test: (Session) async throws -> Void
  ) async throws -> [ReceivedRequest] {
    let received = Record<ReceivedRequest>()
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      if request.text.isEmpty { return try $1.respond(json: "{\"text\":\"\($0.method)\"}") }
      try $1.respond(200, headers: request["Content-Type"].map { ("Content-Type", $0) }, body: request.text)
    } configure: {
      configure(&$0)
    } test: { session, _ in
      try await test(session)
    }
    return received.all
  }

  @Test func `values are sent and received as JSON by default`() async throws {
    let note = Note(text: "a/b")
    let received = try await echo { session in
      let got: Note = try await session.get("")
      #expect(got == Note(text: "GET"))
      let posted: Note = try await session.post("", note)
      let put: Note = try await session.put("", note)
      let patched: Note = try await session.patch("", note)
      #expect([posted, put, patched] == [note, note, note])
    }
    #expect(received.map(\.head.method) == ["GET", "POST", "PUT", "PATCH"])
    #expect(received.dropFirst().allSatisfy { $0.text == #"{"text":"a\/b"}"# })
    #expect(received.allSatisfy { $0["Accept"].first?.contains("application/json") == true })
  }

  @Test func `a POST without a value sends an empty body`() async throws {
    let received = try await echo { session in
      try await session.post("revoke")
      let note: Note = try await session.post("revoke", decoding: .json(Note.self))
      #expect(note == Note(text: "POST"))
    }
    #expect(received.map { "\($0.head.method) \($0.head.target)" } == ["POST /revoke", "POST /revoke"])
    #expect(
      received.allSatisfy { $0["Content-Length"] == ["0"] && $0["Content-Type"] == [] && $0.text.isEmpty })
  }

  @Test(arguments: [[], [1]] as [[UInt8]])
  func `a source that declares no bytes is waited for, and must have none`(bytes: [UInt8]) async throws {
    let received = try await echo { session in
      let (stream, sender) = AsyncStream.makeStream(of: [UInt8].self)
      async let upload: [UInt8] = session.upload(.async(stream, byteCount: 0), to: "", decoding: .bytes)
      await Task.yield()
      if !bytes.isEmpty { sender.yield(bytes) }
      sender.finish()
      do {
        _ = try await upload
        #expect(bytes.isEmpty)
      } catch let error as SessionError {
        #expect(error.code == .bodyFailed && !bytes.isEmpty)
      }
    }
    #expect(received.count == (bytes.isEmpty ? 1 : 0))
  }

  @Test func `the default encoder and decoder can be changed`() async throws {
    let note = SnakeNote(longText: "x")
    let snake = try await echo {
      var encoder = JSON.Encoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      var decoder = JSON.Decoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      $0.encoder.json = encoder
      $0.decoder.json = decoder
    } _: { session in
      let posted: SnakeNote = try await session.post("", note)
      #expect(posted == note)
    }
    #expect(snake.first?.text == #"{"long_text":"x"}"#)
    let lists = try await echo {
      var encoder = PropertyList.Encoder()
      encoder.outputFormat = .xml
      $0.encoder.propertyList = encoder
      $0.encoder.format = .propertyList
      $0.decoder.format = .propertyList
    } _: { session in
      let posted: SnakeNote = try await session.post("", note)
      #expect(posted == note)
    }
    #expect(lists.first?["Content-Type"] == ["application/x-plist"])
    let forms = try await echo {
      $0.encoder.format = .urlEncoded
    } _: { session in
      _ = try? await session.post("", note) as SnakeNote
    }
    #expect(forms.first?.text == "longText=x")
  }

  @Test func `a call can have its own encoding and decoder`() async throws {
    let note = Note(text: "a b")
    let received = try await echo { session in
      _ = try await session.put("", note, encoding: .urlEncoded, decoding: .bytes)
      _ = try await session.patch("", note, encoding: .urlEncoded, decoding: .bytes)
      _ = try await session.post("", note, encoding: .urlEncoded, decoding: .bytes)
      _ = try await session.delete("", decoding: .json(Note.self))
      try await session.delete("")
    }
    #expect(received.map(\.head.method) == ["PUT", "PATCH", "POST", "DELETE", "DELETE"])
    #expect(received.prefix(3).allSatisfy { $0.text == "text=a+b" })
  }

  @Test func `a HEAD request returns the head, or an error for its status`() async throws {
    try await withServer {
      try $1.respond($0.target == "/missing" ? 404 : 200, headers: [("X-Size", "7")], body: "content")
    } test: { session, _ in
      let head = try await session.head("")
      #expect(head.status == .ok && head.headerFields[.contentLength] == "7")
      let error = await #expect(throws: ResponseError.self) { try await session.head("missing") }
      #expect(error?.code == .unacceptableStatus)
      await #expect(throws: ResponseError.self) { try await session.delete("missing") }
    }
  }
}
