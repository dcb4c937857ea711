import FoundationEssentials
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Calls without a decoder or encoding, in every position in which a program writes them. That they compile, without
/// a warning, is a part of the test.
@Suite(.timeLimit(.minutes(5))) struct DefaultCoderTests {
  struct Note: Codable, Equatable, Sendable {
    var longText: String
    var createdAt: Date

    static let first = Note(longText: "a", createdAt: Date(timeIntervalSince1970: 7))
    static let json = #"{"long_text":"a","created_at":7}"#
  }

  /// A session whose strategies are set once, and a server that responds with the same note in the format asked for.
  private func withNotes(
    _ configure: (inout Session.Configuration) -> Void = { _ in }, _ test: (Session) async throws -> Void
  ) async throws -> [ReceivedRequest] {
    let received = Record<ReceivedRequest>()
    try await withServer { head, connection in
      received.append(try ReceivedRequest(head, connection))
      switch head.target.split(separator: "?").first {
      case "/none": try connection.respond(204)
      case "/lines":
        try connection.respond(200, headers: [("Content-Type", "application/jsonl")], body: Note.json + "\n")
      case "/list": try connection.respond(json: "[\(Note.json)]")
      case "/missing": try connection.respond(404, json: Note.json)
      default: try connection.respond(json: Note.json)
      }
    } configure: {
      $0.decoder.json.keyDecodingStrategy = .convertFromSnakeCase
      $0.decoder.json.dateDecodingStrategy = .secondsSince1970
      $0.encoder.json.keyEncodingStrategy = .convertToSnakeCase
      $0.encoder.json.dateEncodingStrategy = .secondsSince1970
      $0.encoder.query.keyEncodingStrategy = .convertToSnakeCase
      $0.encoder.query.dateEncodingStrategy = .secondsSince1970
      configure(&$0)
    } test: { session, _ in
      try await test(session)
    }
    return received.all
  }

  @Test func `decoders without a coder use the session's strategies in every method`() async throws {
    let note = Note.first
    let received = try await withNotes { session in
      #expect(try await session.get("", decoding: .json(Note.self)) == note)
      #expect(try await session.get("", query: .init(note), decoding: .json(Note.self)) == note)
      #expect(try await session.post("", note, encoding: .json, decoding: .json(Note.self)) == note)
      #expect(try await session.post("", note, decoding: .json(Note.self)) == note)
      #expect(try await session.put("", note, encoding: .urlEncoded, decoding: .json(Note.self)) == note)
      #expect(try await session.put("", note, decoding: .json(Note.self)) == note)
      #expect(try await session.patch("", note, encoding: .json, decoding: .json(Note.self)) == note)
      #expect(try await session.patch("", note, decoding: .json(Note.self)) == note)
      #expect(try await session.upload(.text("x"), to: "", decoding: .json(Note.self)) == note)
      #expect(try await session.delete("", decoding: .json(Note.self)) == note)
      let request = try session.request(.get, "")
      #expect(try await session.send(request, decoding: .json(Note.self)) == note)
      #expect(try await session.transfer(request, decoding: .json(Note.self)).value == note)
      #expect(try await session.send(request).value(decoding: .json(Note.self)) == note)
      for try await item in session.stream("lines", decoding: .jsonLines(Note.self)) { #expect(item == note) }
      for try await item in session.stream("list", decoding: .jsonElements(Note.self)) {
        #expect(item == note)
      }
      let stream = try await session.send(session.request(.get, "lines"))
        .stream(decoding: .jsonLines(Note.self))
      for try await item in stream { #expect(item == note) }
    }
    #expect(received[1].head.target == "/?long_text=a&created_at=7")
    #expect(
      received[2...7].map(\.text)
        == [Note.json, Note.json, "long_text=a&created_at=7", Note.json, Note.json, Note.json])
  }

  @Test func `decoders and encodings with a coder of their own do not`() async throws {
    let received = try await withNotes { session in
      await #expect(throws: ResponseError.self) {
        try await session.get("", decoding: .json(Note.self, decoder: JSON.Decoder()))
      }
      await #expect(throws: StreamError.self) {
        for try await _ in session.stream("lines", decoding: .jsonLines(Note.self, decoder: JSON.Decoder())) {
        }
      }
      try await session.post("", Note.first, encoding: .json(JSON.Encoder()))
    }
    #expect(received.last?.text == #"{"longText":"a","createdAt":-978307193}"#)
  }

  @Test func `a result with a type is decoded with the default decoder`() async throws {
    let note = Note.first
    func passed<Value>(_ body: () async throws -> Value) async throws -> Value { try await body() }
    let received = try await withNotes { session in
      let request = try session.request(.get, "")
      let sent: Note = try await session.send(request)
      let got: Note = try await session.get("")
      let found: Note = try await session.get("", query: .init(note))
      let posted: Note = try await session.post("", note)
      let filled: Note = try await session.post("", note, encoding: .urlEncoded)
      let put: Note = try await session.put("", note)
      let putForm: Note = try await session.put("", note, encoding: .urlEncoded)
      let patched: Note = try await session.patch("", note)
      let patchedForm: Note = try await session.patch("", note, encoding: .urlEncoded)
      let uploaded: Note = try await session.upload(.text("x"), to: "")
      let watched: Note = try await session.upload(.text("x"), to: "") { _ in }
      let deleted: Note = try await session.delete("")
      let inClosure: Note = try await passed { try await session.post("", note) }
      let cast = try await session.post("", note) as Note
      let inTask = Task { try await session.send(request) as Note }
      for result in [
        sent, got, found, posted, filled, put, putForm, patched, patchedForm, uploaded, watched, deleted,
        inClosure, cast, try await inTask.value,
      ] {
        #expect(result == note)
      }
      let optional: Note? = try await session.get("none")
      #expect(optional == nil)
    }
    #expect(received.count == 16)
    #expect(received.allSatisfy { $0["Accept"].first?.contains("application/json") == true })
  }

  @Test func `a call without a result validates the status only`() async throws {
    let note = Note.first
    func passed<Value>(_ body: () async throws -> Value) async throws -> Value { try await body() }
    let received = try await withNotes { session in
      try await session.post("", note)
      try await session.post("", note, encoding: .urlEncoded)
      try await session.put("", note)
      try await session.put("", note, encoding: .urlEncoded)
      try await session.patch("", note)
      try await session.patch("", note, encoding: .urlEncoded)
      try await session.upload(.text("x"), to: "")
      try await session.upload(.text("x"), to: "") { _ in }
      try await session.delete("")
      _ = try await session.post("", note)
      let _: Void = try await session.put("", note)
      try await passed { try await session.post("", note) }
      try await passed {
        let text = "other"
        try await session.post("", Note(longText: text, createdAt: note.createdAt))
      }
      try await Task { try await session.post("", note) }.value
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await session.post("", note) }
        try await group.waitForAll()
      }
      async let pending: Void = session.post("", note)
      try await pending
      try await session.send(session.request(.post, "", note), decoding: .ignored)
    }
    #expect(received.count == 17)
    #expect(received.allSatisfy { $0["Accept"] == [] || $0["Accept"] == ["*/*"] })
  }

  @Test func `a call without a result throws for a wrong status`() async throws {
    _ = try await withNotes { session in
      for call: @Sendable () async throws -> Void in [
        { try await session.post("missing", Note.first) }, { try await session.put("missing", Note.first) },
        { try await session.patch("missing", Note.first) },
        { try await session.upload(.text("x"), to: "missing") }, { try await session.delete("missing") },
      ] {
        let error = await #expect(throws: ResponseError.self) { try await call() }
        #expect(error?.code == .unacceptableStatus)
        #expect(error.map { String(decoding: $0.body, as: UTF8.self) } == Note.json)
      }
    }
  }

  @Test func `EmptyBody is the result of an empty body`() async throws {
    _ = try await withNotes { session in
      let _: EmptyBody = try await session.post("none", Note.first)
      let _: EmptyBody = try await session.get("none")
      let _: EmptyBody = try await session.delete("none")
      let _: EmptyBody = try await session.send(session.request(.get, "none"))
      let error = await #expect(throws: ResponseError.self) {
        let _: EmptyBody = try await session.post("", Note.first)
      }
      #expect(error?.code == .unexpectedBody)
    }
  }

  @Test func `a sent request without a type of the result is a response`() async throws {
    func passed<Value>(_ body: () async throws -> Value) async throws -> Value { try await body() }
    _ = try await withNotes { session in
      let request = try session.request(.get, "missing")
      let response = try await session.send(request)
      #expect(response.head.status == .notFound)
      #expect(try await response.body.collect(upTo: 100) == Array(Note.json.utf8))
      #expect(try await session.send(request).head.status == .notFound)
      #expect(try await passed { try await session.send(request) }.head.status == .notFound)
      _ = try await session.send(request)
    }
  }

  @Test func `a request is made with the default encoder`() async throws {
    let received = try await withNotes { session in
      try await session.send(session.request(.post, "", Note.first), decoding: .ignored)
      try await session.send(
        session.request(.post, "", Note.first, fields: [.accept: "text/plain"]), decoding: .ignored)
    }
    #expect(received.map(\.text) == [Note.json, Note.json])
    #expect(received.last?["Accept"] == ["text/plain"])
    let forms = try await withNotes {
      $0.encoder.format = .urlEncoded
    } _: { session in
      try await session.send(session.request(.post, "", Note.first), decoding: .ignored)
    }
    #expect(forms.first?.text == "long_text=a&created_at=7")
  }
}
