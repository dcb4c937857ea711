import Sluice
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Connections that were kept and turn out dead: what may be sent again is, at once, and nothing else.
@Suite(.timeLimit(.minutes(5))) struct StaleConnectionTests {
  enum Body: CaseIterable, Sendable {
    case none, bytes, file, oneShot
    /// Of unknown size: it waits for `100 Continue`, and so for a sign of life.
    case oneShotChunked
  }

  /// What the server does when the second request comes.
  enum Death: CaseIterable, Sendable {
    /// It has hung up before.
    case closed
    case resetsAtTheRequest
    /// It is alive, and has begun to answer.
    case closesWithinTheAnswer
  }

  @Test(arguments: Body.allCases, Death.allCases)
  func whatMayBeSentAgainIs(_ body: Body, _ death: Death) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", patternedBytes(10_000))
    let received = Record<ReceivedRequest>()
    let (isAnswered, isClosed) = (Event(), Event())
    try await withRawServer { connection in
      while let head = try connection.readHead() {
        received.append(try ReceivedRequest(head, connection))
        switch (received.count, death) {
        case (1, .closed):
          try connection.respond(200)
          // Not before the answer is read, or its connection is not kept.
          try isAnswered.waitOnThread()
          connection.reset()
          return isClosed.happen()
        case (2, .resetsAtTheRequest): return connection.reset()
        case (2, .closesWithinTheAnswer): return try connection.write("HTTP/1.1 200 OK\r\nContent-")
        default: try connection.respond(200, body: "alive")
        }
      }
    } test: { session, _ in
      _ = try await session.get("first", decoding: .bytes)
      isAnswered.happen()
      if death == .closed { try await isClosed.wait() }
      let request = try session.request(
        body == .none ? .get : .post, "second", body: source(of: body, at: path))
      let result = await Result.catching { try await session.send(request) }
      if let code = Self.code(body, death) {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == code, "\(String(describing: error))")
      } else {
        let content = try await result.get().body.collect(upTo: 100)
        #expect(String(decoding: content, as: UTF8.self) == "alive")
      }
    }
    let second = received.all.filter { $0.head.target == "/second" }
    let isSentTwice = death == .resetsAtTheRequest && Self.code(body, death) == nil
    #expect(second.count == (isSentTwice ? 2 : 1))
    let content = body == .none ? [] : patternedBytes(10_000)
    #expect(second.allSatisfy { $0.body == content })
    #expect(try openDescriptors(under: folder.path).count == 0)
  }

  /// nil where the request succeeds.
  private static func code(_ body: Body, _ death: Death) -> SessionError.Code? {
    switch (death, body) {
    case (.closed, _), (.resetsAtTheRequest, .none), (.resetsAtTheRequest, .bytes),
      (.resetsAtTheRequest, .file):
      nil
    case (.resetsAtTheRequest, .oneShot): .bodyFailed
    case (.resetsAtTheRequest, .oneShotChunked), (.closesWithinTheAnswer, _): .connectionLost
    }
  }

  private func source(of body: Body, at path: String) -> (any BodySource)? {
    let content = patternedBytes(10_000)
    switch body {
    case .none: return nil
    case .bytes: return BytesSource(content)
    case .file: return FileSource(at: path)
    case .oneShot, .oneShotChunked:
      var source = ScriptedSource(byteCount: body == .oneShot ? Int64(content.count) : nil, [.bytes(content)])
      source.isReplayable = false
      return source
    }
  }
}
