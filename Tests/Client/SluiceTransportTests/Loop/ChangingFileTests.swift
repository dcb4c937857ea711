import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Files that change during an upload. The server reads the start of the body, then the file changes, then the server
/// reads on: the files are larger than the system's buffers.
@Suite(.timeLimit(.minutes(5))) struct ChangingFileTests {
  private static let size: Int64 = 48 << 20

  /// Uploads a body, makes a change once the server has read a little, and returns the error and the number of bytes
  /// received.
  private func upload(
    _ body: some BodySource, changing change: @Sendable () throws -> Void
  ) async throws -> (error: BodyError, bytesReceived: Int64) {
    let (hasBegun, hasChanged) = (Event(), Gate())
    let bytesReceived = Record<Int64>()
    let completed = Event()
    let error = try await withServer { _, connection in
      var count: Int64 = 0
      defer { bytesReceived.append(count) }
      try connection.readBody { bytes in
        if count == 0 {
          hasBegun.happen()
          try hasChanged.pass()
        }
        count += Int64(bytes.count)
      }
      completed.happen()
      try connection.respond(200)
    } test: { session, _ in
      async let answer = Result.catching { try await session.upload(body, to: "", decoding: .bytes) }
      try await hasBegun.wait()
      try change()
      hasChanged.open()
      let result = await answer
      return #expect(throws: SessionError.self) { try result.get() }
    }
    #expect(error?.code == .bodyFailed)
    #expect(!completed.hasHappened, "the server must not see a complete request")
    return (try #require(error?.underlying as? BodyError), try #require(bytesReceived.only))
  }

  @Test func `a file that grew is an error with both sizes`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Self.size)
    let (error, received) = try await upload(.file(at: path)) { try folder.truncate("f", to: Self.size + 1) }
    #expect(error.code == .fileGrew && error.path == path)
    #expect(error.expectedByteCount == Self.size && error.actualByteCount == Self.size + 1)
    #expect(received < Self.size)
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test(arguments: [size - 1, 32 << 20, 0])
  func `a file that shrank is an error with both sizes`(newSize: Int64) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Self.size)
    let form = MultipartForm { FormFile("f", at: path) }
    let (error, received) = try await upload(form) { try folder.truncate("f", to: newSize) }
    #expect(error.code == .fileShrank && error.path == path)
    #expect(error.expectedByteCount == Self.size && error.actualByteCount == newSize)
    #expect(received < Self.size + 200, "the body is not padded")
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test(arguments: [true, false], [nil, 1])
  func `a file that is edited in place is an error`(isForm: Bool, modified: Double?) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Self.size)
    try folder.setModified("f", to: 1)
    let body: any BodySource = isForm ? MultipartForm { FormFile("f", at: path) } : .file(at: path)
    let (error, _) = try await upload(body) {
      try folder.overwrite("f", at: 0, [1], settingModified: modified)
    }
    #expect(error.code == .changed && error.path == path)
    #expect(error.expectedByteCount == Self.size && error.actualByteCount == Self.size)
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test func `a file that vanishes before its turn is an error`() async throws {
    let folder = try TemporaryDirectory()
    let first = try folder.sparseFile("first", byteCount: Self.size)
    let second = try folder.file("second", [1, 2, 3])
    let form = MultipartForm {
      FormFile("a", at: first)
      FormFile("b", at: second)
    }
    let (error, received) = try await upload(form) { try folder.remove("second") }
    #expect(error.code == .fileVanished && error.path == second && error.expectedByteCount == 3)
    #expect(received < Self.size + 500)
    #expect(try ProcessResources.descriptors(on: first) == 0)
  }

  @Test func `a range is an error if the file becomes shorter than its end`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Self.size)
    let (error, _) = try await upload(FileSource(at: path, range: 1..<Self.size)) {
      try folder.truncate("f", to: Self.size - 1)
    }
    #expect(error.code == .fileShrank)
    #expect(error.expectedByteCount == Self.size && error.actualByteCount == Self.size - 1)
  }

  @Test func `a file that is removed while it is open is still sent`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Self.size)
    let (hasBegun, wasRemoved) = (Event(), Gate())
    try await withServer { _, connection in
      var count: Int64 = 0
      try connection.readBody { bytes in
        if count == 0 {
          hasBegun.happen()
          try wasRemoved.pass()
        }
        count += Int64(bytes.count)
      }
      try connection.respond(200, body: "\(count)")
    } test: { session, _ in
      async let answer = session.upload(.file(at: path), to: "", decoding: .bytes)
      try await hasBegun.wait()
      try folder.remove("f")
      wasRemoved.open()
      let count = try await answer
      #expect(count == Array("\(Self.size)".utf8))
    }
  }

  @Test func `an empty file that grew or vanished is an error`() async throws {
    let folder = try TemporaryDirectory()
    let (grown, vanished) = (try folder.file("grown", []), try folder.file("vanished", []))
    let sources = [FileSource(at: grown), FileSource(at: vanished)]
    try folder.truncate("grown", to: 7)
    try folder.remove("vanished")
    try await withServer {
      try $1.readBody { _ in }
      try $1.respond(200)
    } test: { session, _ in
      for (source, code) in zip(sources, [ErrorCode.fileGrew, .fileVanished]) {
        let error = await #expect(throws: SessionError.self) {
          try await session.upload(source, to: "", decoding: .bytes)
        }
        #expect((error?.underlying as? BodyError)?.code == code)
      }
    }
  }

  @Test func `a file that vanishes before its replay is an error`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", [1, 2, 3])
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try folder.remove("f")
      try $1.redirect(307, to: "/next")
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.file(at: path), to: "", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
      #expect((error?.underlying as? BodyError)?.code == .fileVanished)
    }
    #expect(received.only?.body == [1, 2, 3])
  }
}
