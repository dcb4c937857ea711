import Dispatch
import Foundation
import NIOCore
import Sluice
import SluiceNIO
import Testing

/// Bodies as sequences of `ByteBuffer`s.
@Suite(.timeLimit(.minutes(5))) struct BodyByteBuffersTests {
  private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private func readAll(_ buffers: BodyByteBuffers) async throws -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    for try await buffer in buffers { chunks.append(Array(buffer.readableBytesView)) }
    return chunks
  }

  @Test(arguments: [1 << 10, 65_536, 199_999, 200_000, 200_001, .max])
  func `each buffer has the requested size, except for the last one`(limit: Int) async throws {
    let chunks = try await readAll(AnyBody.bytes(Self.bytes).byteBuffers(ofUpTo: limit))
    #expect(chunks.flatMap(\.self) == Self.bytes)
    #expect(chunks.dropLast().allSatisfy { $0.count == limit })
    #expect(chunks.last?.isEmpty == false)
  }

  @Test func `a form fills each buffer with many parts, and its length is known before`() async throws {
    let form = MultipartForm {
      for number in 0..<1000 { FormField("n\(number)", "value") }
    }
    let buffers = form.byteBuffers(ofUpTo: 4096)
    let byteCount = try #require(try buffers.byteCount)
    let chunks = try await readAll(buffers)
    #expect(chunks.map(\.count).reduce(0, +) == Int(byteCount))
    #expect(chunks.count == (Int(byteCount) + 4095) / 4096)
  }

  @Test func `an empty body has no buffer`() async throws {
    #expect(try await readAll(AnyBody.bytes([]).byteBuffers()) == [])
  }

  @Test(arguments: [0, -1, Int.min]) func `a size of zero or less counts as one byte`(limit: Int) async throws
  {
    #expect(try await readAll(AnyBody.bytes([1, 2]).byteBuffers(ofUpTo: limit)) == [[1], [2]])
  }

  @Test func `a file is read anew by each iteration`() async throws {
    let path = NSTemporaryDirectory() + "/sluice-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Self.bytes).write(to: URL(filePath: path))
    let buffers = AnyBody.file(at: path).byteBuffers()
    for _ in 0..<2 { #expect(try await readAll(buffers).flatMap(\.self) == Self.bytes) }
  }

  @Test func `the body is read into the memory of the buffer`() async throws {
    let addresses = Recorded<UInt>()
    let source = StepSource { output in
      output.withUnsafeMutableBufferPointer { memory, _ in
        addresses.append(UInt(bitPattern: memory.baseAddress))
      }
      output.append(7)
      return .end
    }
    for try await buffer in source.byteBuffers() {
      #expect(buffer.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) } == addresses.values.first)
    }
    #expect(addresses.values.count == 1)
  }

  @Test func `the memory of a buffer is used again once the consumer has released it`() async throws {
    var buffers = AnyBody.bytes(Self.bytes).byteBuffers(ofUpTo: 1000).makeAsyncIterator()
    func next() async throws -> (ByteBuffer, address: UInt) {
      let buffer = try #require(try await buffers.next())
      return (buffer, buffer.withUnsafeReadableBytes { UInt(bitPattern: $0.baseAddress) })
    }
    let first = try await next().address
    let (kept, second) = try await next()
    for _ in 2..<4 { _ = try await next() }
    #expect(try await next().address == first)
    #expect(try await next().address != second)
    #expect(Array(kept.readableBytesView) == Array(Self.bytes[1000..<2000]))
  }

  @Test func `what a body has is returned before it is waited for`() async throws {
    let steps = Recorded<Int>()
    let source = StepSource { output in
      steps.append(0)
      if steps.values.count.isMultiple(of: 2) { return .waiting }
      output.append(UInt8(steps.values.count))
      return steps.values.count < 5 ? .more : .end
    }
    #expect(try await readAll(source.byteBuffers()) == [[1], [3], [5]])
  }

  @Test func `an error follows the buffers before it, and ends the iteration`() async throws {
    let isFirst = Recorded<Bool>()
    let source = StepSource(byteCount: 5) { output in
      if !isFirst.values.isEmpty { throw Failure() }
      isFirst.append(true)
      output.append(7)
      return .waiting
    }
    var buffers = source.byteBuffers(ofUpTo: 5).makeAsyncIterator()
    #expect(try await buffers.next() == ByteBuffer(bytes: [7]))
    await #expect(throws: Failure.self) { try await buffers.next() }
    #expect(try await buffers.next() == nil)
  }

  @Test(arguments: [3, 5] as [Int64])
  func `a body that is longer or shorter than declared is an error`(declared: Int64) async throws {
    let source = StepSource(byteCount: declared) { output in
      for _ in 0..<min(4, output.freeCapacity) { output.append(7) }
      return output.freeCapacity == 0 ? .more : .end
    }
    var sent: Int64 = 0
    let error = await #expect(throws: BodyError.self) {
      for try await buffer in source.byteBuffers() { sent += Int64(buffer.readableBytes) }
    }
    #expect(error?.code == .byteCountMismatch)
    // A peer would take the body for complete.
    #expect(sent < declared)
  }

  @Test func `a body that can be read once is read once`() async throws {
    let source = AnyBody.async(AsyncStream<[UInt8]> { $0.finish() })
    #expect(try await readAll(source.byteBuffers()) == [])
    let error = await #expect(throws: BodyError.self) { try await readAll(source.byteBuffers()) }
    #expect(error?.code == .notReplayable)
  }

  @Test func `sources that block leave the shared concurrency pool alone`() async throws {
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    let release = DispatchSemaphore(value: 0)
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let source = StepSource { _ in
      continuation.yield()
      release.wait()
      return .end
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<count {
        group.addTask { for try await _ in source.byteBuffers() {} }
      }
      // Would never be resumed if the readers held all threads of the pool.
      var starts = started.makeAsyncIterator()
      for _ in 0..<count { await starts.next() }
      for _ in 0..<count { release.signal() }
      try await group.waitForAll()
    }
  }

  @Test func `cancellation ends the wait for a silent body`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.yield([1])
    let (received, reception) = AsyncStream.makeStream(of: Void.self)
    let reading = Task {
      for try await _ in AnyBody.async(chunks).byteBuffers() { reception.yield() }
    }
    var receptions = received.makeAsyncIterator()
    await receptions.next()
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }
}

private struct Failure: Error {}

/// A source whose readers run a closure for each read.
private struct StepSource: BodySource {
  var byteCount: Int64?
  let isReplayable = true
  let read: @Sendable (inout OutputSpan<UInt8>) throws -> BodyReadOutcome

  func makeReader() -> any BodyReader { Reader(read) }

  private final class Reader: BodyReader {
    let step: (inout OutputSpan<UInt8>) throws -> BodyReadOutcome

    init(_ step: @escaping (inout OutputSpan<UInt8>) throws -> BodyReadOutcome) { self.step = step }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome { try step(&output) }
  }
}

/// Values that several threads record.
private final class Recorded<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var recorded: [Value] = []

  var values: [Value] { lock.withLock { recorded } }
  func append(_ value: Value) { lock.withLock { recorded.append(value) } }
}
