import Glibc
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Downloads that break off and are retried.
@Suite(.timeLimit(.minutes(5))) struct DownloadRetryTests {
  private func atOnce(_ configuration: inout Session.Configuration) {
    configuration.retries = .standard
    configuration.retries.initialDelay = .zero
  }

  @Test func `a retry resumes a partial download`() async throws {
    let folder = try TemporaryDirectory()
    let content = patternedBytes(30_000)
    var (cut, whole) = (ServedFile(content: content), ServedFile(content: content))
    cut.cut = 10_000
    whole.cut = nil
    let requests = Record<LoopbackRequest>()
    try await withServer { [cut, whole] in
      requests.append($0)
      try (requests.count < 3 ? cut : whole).answer($0, $1)
    } configure: {
      atOnce(&$0)
    } test: { session, _ in
      let updates = Record<TransferProgress>()
      let file = try await session.download("", to: .file(folder.path("file"))) { updates.append($0) }
      #expect(file.byteCount == 30_000 && file.resumedByteCount > 0)
      #expect(updates.last?.receivedBodyByteCount == 30_000 && updates.last?.attempt == 3)
      #expect(updates.last?.fractionCompleted == 1)
      for (earlier, later) in zip(updates.all, updates.all.dropFirst()) {
        #expect(
          (earlier.attempt, earlier.receivedBodyByteCount) <= (later.attempt, later.receivedBodyByteCount))
      }
    }
    #expect(requests.count == 3)
    #expect(requests.all.map { $0["Range"] == nil } == [true, false, false])
    #expect(try folder.contents("file") == content)
    #expect(try folder.names() == ["file"])
  }

  /// Nor is the end of a FIFO without bytes.
  @Test(arguments: [(1, 5), (4, 5), (1, 0), (4, 0)], [true, false])
  func `bytes that have left are not followed by another attempt`(
    _ download: (segments: Int, cut: Int), isChosen: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    let fifo = try folder.fifo("fifo")
    // Keeps the pipe open, whose buffer takes the bytes.
    let reader = try Descriptor.open(fifo, flags: O_RDWR | O_NONBLOCK)
    let requests = Record<LoopbackRequest>()
    let served = ServedFile(content: Array("0123456789".utf8), cut: download.cut)
    try await withServer {
      requests.append($0)
      // What fails before the file is open is retried.
      try requests.count == 1 ? $1.respond(503) : served.answer($0, $1)
    } configure: {
      atOnce(&$0)
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download(
          "", to: isChosen ? .chosen { _ in fifo } : .file(fifo), options: .test(segments: download.segments))
      }
      #expect(error?.code == .connectionLost && error?.url != nil)
    }
    let bytes = try? [UInt8](capacity: 100) { output in try reader.read(into: &output) }
    #expect((bytes ?? []) == Array("01234".utf8.prefix(download.cut)))
    // With segments, a chosen path is known only after a request for the first one.
    #expect(requests.count == (isChosen && download.segments > 1 ? 3 : 2))
    #expect(requests.all.last?["Range"] == nil)
    #expect(try folder.names() == ["fifo"])
  }

  @Test func `a download from a busy server is retried`() async throws {
    let folder = try TemporaryDirectory()
    let requests = Record<Int>()
    _ = try await withServer {
      _ = $0
      requests.append(1)
      try $1.respond(requests.count < 3 ? 503 : 200, body: "content")
    } configure: {
      atOnce(&$0)
    } test: { session, _ in
      try await session.download("", to: .file(folder.path("file")))
    }
    #expect(try folder.contents("file") == Array("content".utf8))
    #expect(requests.count == 3)
  }

  @Test func `a download with status 404 is not retried`() async throws {
    let folder = try TemporaryDirectory()
    let requests = Record<Int>()
    try await withServer {
      _ = $0
      requests.append(1)
      try $1.respond(404)
    } configure: {
      atOnce(&$0)
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) {
        try await session.download("", to: .file(folder.path("file")))
      }
      #expect(error?.code == .unacceptableStatus)
    }
    #expect(requests.count == 1)
    #expect(try folder.names() == [])
  }
}
