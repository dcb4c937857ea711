import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

/// Bodies written to file descriptors.
@Suite(.timeLimit(.minutes(5))) struct BodyWriteTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `a write starts at the descriptor's offset and leaves it open`() async throws {
    try directory.file("file", [1])
    let file = try directory.openForWriting("file")
    #expect(try await BytesSource([2, 3]).write(toFileDescriptor: file.rawValue) == 2)
    #expect(try await BytesSource([]).write(toFileDescriptor: file.rawValue) == 0)
    try file.write([4].span)
    #expect(try directory.contents("file") == [1, 2, 3, 4])
  }

  static let failures: [(path: String, flags: CInt, number: CInt)] = [
    ("/dev/full", O_WRONLY, ENOSPC), ("/dev/null", O_RDONLY, EBADF),
  ]

  @Test(arguments: failures)
  func `a failed write is an error with the system's error number`(
    _ path: String, _ flags: CInt, _ number: CInt
  ) async throws {
    let file = try Descriptor.open(path, flags: flags)
    let error = await #expect(throws: BodyError.self) {
      try await BytesSource([1]).write(toFileDescriptor: file.rawValue)
    }
    #expect(error?.code == .writeFailed)
    #expect(error?.systemErrorNumber == number)
  }

  @Test func `an error of the body is thrown after the bytes before it are written`() async throws {
    struct Failure: Error {}
    let failing = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield([1, 2])
      continuation.finish(throwing: Failure())
    }
    try directory.file("file")
    let file = try directory.openForWriting("file")
    await #expect(throws: Failure.self) {
      try await AsyncSource(failing).write(toFileDescriptor: file.rawValue)
    }
    #expect(try directory.contents("file") == [1, 2])
  }

  @Test func `a write waits for room in a nonblocking descriptor`() async throws {
    // More than a reader reads ahead, and read more slowly than it is written.
    let content = sampleBytes(2_000_000)
    let path = try directory.fifo("fifo")
    let reader = try FileSource(at: path).makeReader()
    _ = try reader.readOnce(upTo: 0)
    #expect(try await eventually { try openDescriptors(under: path).count == 1 })
    async let written: Int64 = {
      let fifo = try Descriptor.open(path, flags: O_WRONLY | O_NONBLOCK)
      return try await BytesSource(content).write(toFileDescriptor: fifo.rawValue)
    }()
    let read = try await readAll(reader, step: 100)
    #expect(try await written == 2_000_000)
    #expect(read == content)
  }

  @Test func `cancellation ends the writing of an endless body`() async throws {
    let sink = try Descriptor.open("/dev/null", flags: O_WRONLY)
    let writing = Task { try await FileSource(at: "/dev/zero").write(toFileDescriptor: sink.rawValue) }
    for _ in 0..<100 { await Task.yield() }
    writing.cancel()
    await #expect(throws: CancellationError.self) { try await writing.value }
  }

  @Test func `cancellation ends the writing of a silent body`() async throws {
    let sink = try Descriptor.open("/dev/null", flags: O_WRONLY)
    let source = FileSource(at: try directory.fifo("fifo"))
    let writing = Task { try await source.write(toFileDescriptor: sink.rawValue) }
    for _ in 0..<100 { await Task.yield() }
    writing.cancel()
    await #expect(throws: CancellationError.self) { try await writing.value }
  }
}
