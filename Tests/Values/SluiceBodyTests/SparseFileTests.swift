import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

/// Files with holes: their zeros are sent without being read, and nothing else changes.
@Suite(.timeLimit(.minutes(5))) struct SparseFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A size larger than the blocks of any file system.
  private static let block = 256 << 10

  /// Creates a file of blocks, `true` for data and `false` for a hole, and returns its path.
  private func file(_ blocks: [Bool], tail: Int = 0) throws -> String {
    let path = try directory.sparseFile("file", byteCount: Int64(blocks.count * Self.block + tail))
    for (index, isData) in blocks.enumerated() where isData { try write(toBlock: index) }
    return path
  }

  /// Writes data to one block of the file.
  private func write(toBlock index: Int) throws {
    let file = try Descriptor.open(directory.path("file"), flags: O_WRONLY)
    lseek(file.rawValue, off_t(index * Self.block), SEEK_SET)
    try file.write(sampleBytes(Self.block).span)
  }

  /// The number of bytes that this thread has read by system calls; `nil` if the system does not count them.
  private static var readByteCount: Int? {
    let text = try? String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("rchar: ") }
    return line.flatMap { Int($0.dropFirst("rchar: ".count)) }
  }

  @Test(
    arguments: ["", "d", "h", "hd", "dh", "hdh", "dhd", "hhdddhhhhdh", "ddddhhhh", "hdhdhdhdhd"], [0, 1, 777])
  func `holes are zeros wherever they are`(layout: String, tail: Int) async throws {
    let path = try file(layout.map { $0 == "d" }, tail: tail)
    let content = try directory.contents("file")
    for step in [1000, 65_536, 262_144, 300_001] {
      let isSame = try await readAll(FileSource(at: path).makeReader(), step: step) == content
      #expect(isSame, "in steps of \(step)")
    }
  }

  @Test func `a range may begin and end anywhere`() async throws {
    let path = try file([false, true, false, true, false], tail: 5)
    let content = try directory.contents("file")
    var generator = SeededGenerator(seed: 1)
    /// An offset at or beside the edge of a block, or anywhere.
    func offset() -> Int {
      guard Bool.random(using: &generator) else { return .random(in: 0...content.count, using: &generator) }
      let edge = Int.random(in: 0...5, using: &generator) * Self.block
      return max(0, edge + Int.random(in: -1...1, using: &generator))
    }
    for _ in 0..<60 {
      let ends = (offset(), offset())
      let range = min(ends.0, ends.1)..<max(ends.0, ends.1)
      let source = FileSource(at: path, range: Int64(range.lowerBound)..<Int64(range.upperBound))
      let isSame = try await readAll(source.makeReader()) == Array(content[range])
      #expect(isSame, "\(range)")
    }
  }

  @Test(.enabled(if: readByteCount != nil, "the system does not count what threads read"))
  func `a hole is not read`() throws {
    let path = try directory.sparseFile("file", byteCount: 1 << 28)
    try directory.append([1], to: "file")
    let reader = try FileSource(at: path).makeReader()
    let before = try #require(Self.readByteCount)
    var count = 0
    var outcome = BodyReadOutcome.more
    while outcome != .end {
      let read = try reader.readOnce(upTo: 1 << 20)
      (count, outcome) = (count + read.bytes.count, read.outcome)
    }
    let after = try #require(Self.readByteCount)
    #expect(count == 1 << 28 + 1)
    // The last block of the file system, and the counters themselves.
    #expect(after - before < 1 << 20)
  }

  @Test func `data that is written into a hole before its turn is read, and is an error at the end`() throws {
    let path = try directory.sparseFile("file", byteCount: Int64(4 * Self.block))
    try directory.setModified("file", to: 1)
    let reader = try FileSource(at: path).makeReader()
    _ = try reader.readOnce(upTo: Self.block)
    try write(toBlock: 2)
    var bytes: [UInt8] = []
    for _ in 0..<2 { bytes += try reader.readOnce(upTo: Self.block).bytes }
    let isSame = bytes == Array(try directory.contents("file")[Self.block..<3 * Self.block])
    #expect(isSame)
    let error = #expect(throws: BodyError.self) { try reader.readOnce(upTo: Self.block) }
    #expect(error?.code == .changed)
  }

  @Test(arguments: [0, 1, 100_000, 262_144, 262_145, 500_000, 1_048_575])
  func `a file that shrinks within a hole is an error with both sizes`(size: Int64) throws {
    let path = try directory.sparseFile("file", byteCount: 1 << 20)
    let reader = try FileSource(at: path).makeReader()
    var count = try reader.readOnce(upTo: Self.block).bytes.count
    try directory.truncate("file", to: size)
    let error = #expect(throws: BodyError.self) {
      while true {
        let (bytes, outcome) = try reader.readOnce(upTo: 1000)
        count += bytes.count
        try #require(outcome == .more)
      }
    }
    #expect(error?.code == .fileShrank)
    #expect(error?.expectedByteCount == 1 << 20 && error?.actualByteCount == size)
    // Nothing that the file does not have is padded.
    #expect(count == max(Self.block, Int(size)))
  }

  @Test func `a sparse file that grows is an error with both sizes`() async throws {
    let path = try directory.sparseFile("file", byteCount: 1 << 20)
    let reader = try FileSource(at: path).makeReader()
    _ = try reader.readOnce(upTo: Self.block)
    try directory.truncate("file", to: 1 << 21)
    let error = await #expect(throws: BodyError.self) { _ = try await readAll(reader) }
    #expect(error?.code == .fileGrew)
  }
}
