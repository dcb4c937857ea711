import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

/// FIFOs, devices and standard input, which have no known size, are read once, and never block a read.
@Suite(.timeLimit(.minutes(5))) struct StreamFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.fifo("fifo")
  }

  @Test func `a FIFO has no known count, and one reader for all copies of its source`() throws {
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

  @Test func `a read of a silent FIFO never blocks, and its bytes and end are reported`() async throws {
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
  func `the bytes written to a FIFO are the bytes read`(_ step: Int) async throws {
    let content = sampleBytes(step == 1 ? 10_000 : 1_000_003)
    try startWriter(of: content)
    #expect(try await readAll(FileSource(at: path).makeReader(), step: step) == content)
  }

  @Test func `a FIFO whose writer writes nothing is empty`() async throws {
    try startWriter(of: [])
    #expect(try await readAll(FileSource(at: path).makeReader()) == [])
  }

  /// Writes from another thread, because a writer blocks until the FIFO has a reader and room.
  private func startWriter(of bytes: [UInt8]) throws {
    try SystemThread { [path] in try? Descriptor.open(path, flags: O_WRONLY).write(bytes.span) }.detach()
  }

  /// Standard input may be a redirected file, which is not read from its start.
  @Test func `standard input is read from its current offset`() async throws {
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

  @Test func `the null device is an empty body`() async throws {
    #expect(try await readAll(FileSource(at: "/dev/null").makeReader()) == [])
  }

  @Test func `a FIFO that is removed before the first read is an error`() async throws {
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
