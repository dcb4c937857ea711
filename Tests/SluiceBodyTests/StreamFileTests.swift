import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

/// FIFOs, devices and standard input: no known size, read once, and never waited for.
@Suite(.timeLimit(.minutes(5))) struct StreamFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.fifo("fifo")
  }

  @Test func `a FIFO has no known count, and one reader among all copies of its source`() throws {
    let source = FileSource(at: path)
    let copy = source
    #expect(try source.byteCount == nil)
    #expect(!source.isReplayable)
    _ = try source.makeReader()
    let error = #expect(throws: BodyError.self) { try copy.makeReader() }
    #expect(error?.code == .notReplayable)
    #expect(error?.path == path)
  }

  @Test(arguments: ["/dev/stdin", "/dev/zero", "/dev/null", "/dev/tty"])
  func `a device has no known count and is read once`(_ path: String) throws {
    let source = FileSource(at: path)
    #expect(try source.byteCount == nil)
    #expect(!source.isReplayable)
  }

  @Test func `a silent FIFO keeps nobody waiting, and tells when it speaks and when it ends`() async throws {
    let reader = try FileSource(at: path).makeReader()
    for _ in 0..<3 {
      let (bytes, outcome) = try reader.readOnce(upTo: 100)
      #expect(bytes.isEmpty && outcome == .waiting)
    }
    var writer: Descriptor? = try directory.openForWriting("fifo")
    let (bytes, outcome) = try reader.readOnce(upTo: 100)
    #expect(bytes.isEmpty && outcome == .waiting)

    try writer?.write([1, 2, 3].span)
    await reader.untilReadable()
    #expect(try reader.readOnce(upTo: 100).bytes == [1, 2, 3])

    let silent = try reader.readOnce(upTo: 100)
    #expect(silent.bytes.isEmpty && silent.outcome == .waiting)
    try writer?.write([4].span)
    writer = nil
    #expect(try await readAll(reader) == [4])
  }

  @Test(arguments: [1, 1000, 1 << 20])
  func `what a FIFO's writer writes is what is read`(_ step: Int) async throws {
    let content = sampleBytes(step == 1 ? 10_000 : 1_000_003)
    try startWriter(of: content)
    #expect(try await readAll(FileSource(at: path).makeReader(), step: step) == content)
  }

  @Test func `a FIFO whose writer writes nothing is empty`() async throws {
    try startWriter(of: [])
    #expect(try await readAll(FileSource(at: path).makeReader()) == [])
  }

  /// A writer waits for its FIFO's reader, and where that is slow: so it has a thread.
  private func startWriter(of bytes: [UInt8]) throws {
    try SystemThread { [path] in try? Descriptor.open(path, flags: O_WRONLY).write(bytes.span) }.detach()
  }

  /// What it is depends on who opened it: a redirected file is not started over.
  @Test func `standard input is read from where it stands`() async throws {
    try directory.file("input", [1, 2, 3, 4])
    let input = try directory.openForWriting("input")
    lseek(input.rawValue, 1, SEEK_SET)
    let own = try Descriptor.duplicate(STDIN_FILENO)
    dup2(input.rawValue, STDIN_FILENO)
    defer { dup2(own.rawValue, STDIN_FILENO) }
    let source = FileSource(at: "/dev/stdin")
    #expect(try source.byteCount == nil)
    #expect(try await readAll(source.makeReader()) == [2, 3, 4])
  }

  @Test func `an empty device is empty`() async throws {
    #expect(try await readAll(FileSource(at: "/dev/null").makeReader()) == [])
  }

  @Test func `a FIFO that is gone by the first read is told`() async throws {
    let reader = try FileSource(at: path).makeReader()
    try directory.remove("fifo")
    let error = await #expect(throws: BodyError.self) { try await readAll(reader) }
    #expect(error?.code == .fileVanished)
    #expect(error?.path == path)
  }

  @Test func `chunks of a FIFO come as they are written`() async throws {
    var writer: Descriptor? = try directory.openForWriting("fifo")
    try writer?.write([1].span)
    var chunks = FileSource(at: path).chunks().makeAsyncIterator()
    #expect(try await chunks.next() == [1])
    try writer?.write([2, 3].span)
    #expect(try await chunks.next() == [2, 3])
    writer = nil
    #expect(try await chunks.next() == nil)
    #expect(try await chunks.next() == nil)
  }
}
