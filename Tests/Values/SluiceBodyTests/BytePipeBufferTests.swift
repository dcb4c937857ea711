import SluiceTestSupport
import Testing

@testable import SluiceBody

/// The buffers that a pipe hands over.
@Suite(.timeLimit(.minutes(5))) struct BytePipeBufferTests {
  private struct Failure: Error {}

  private func taken(_ pipe: BytePipe) throws -> [UInt8]? {
    if case .buffer(let bytes) = try pipe.readBuffer() { bytes } else { nil }
  }

  private func spareCount(_ pipe: BytePipe) -> Int { pipe.state.withLock { $0.spares.count } }
  private func isCollecting(_ pipe: BytePipe) -> Bool { pipe.state.withLock { $0.isCollecting } }

  // MARK: When the consumer gets bytes

  @Test func `bytes are taken when they are flushed or fill a buffer`() throws {
    let pipe = BytePipe()
    pipe.reserveCapacity(100)
    let calls = CallCounter()
    pipe.whenReadable { calls.add() }
    #expect(pipe.append(sampleBytes(99).span) == .written)
    #expect(try taken(pipe) == nil && calls.count == 0)
    pipe.flush()
    #expect(calls.count == 1)
    #expect(try taken(pipe) == sampleBytes(99))
    #expect(try taken(pipe) == nil)
    #expect(pipe.append(sampleBytes(120).span) == .written)
    #expect(try taken(pipe) == sampleBytes(120))
    #expect(pipe.append(sampleBytes(20).span) == .written)
    #expect(try taken(pipe) == nil)
    pipe.finish()
    #expect(try taken(pipe) == sampleBytes(20))
    let end = try pipe.readBuffer()
    if case .end = end {} else { Issue.record("\(end)") }
  }

  @Test func `a consumer that waits is woken for three quarters of the high-water mark`() {
    let pipe = BytePipe(highWaterByteCount: 256 * 1024)
    let calls = CallCounter()
    pipe.whenReadable { calls.add() }
    for _ in 0..<11 {
      _ = pipe.append(sampleBytes(16 * 1024).span)
      #expect(calls.count == 0)
    }
    for _ in 0..<4 { _ = pipe.append(sampleBytes(16 * 1024).span) }
    #expect(calls.count == 1)
  }

  @Test func `a consumer that waits is woken when the pipe is full, whatever the sizes`() {
    let pipe = BytePipe(highWaterByteCount: 10)
    let calls = CallCounter()
    pipe.whenReadable { calls.add() }
    #expect(pipe.append(sampleBytes(10).span) == .written)
    #expect(calls.count == 0)
    #expect(pipe.append([1].span) == .full)
    #expect(calls.count == 1)
  }

  @Test func `bytes that were not flushed count`() throws {
    let pipe = BytePipe(highWaterByteCount: 10)
    #expect(pipe.append(sampleBytes(4).span) == .written)
    #expect(pipe.append(sampleBytes(5).span) == .written && pipe.readiness == .written)
    #expect(pipe.append(sampleBytes(9).span) == .written && pipe.readiness == .full)
    let calls = CallCounter()
    pipe.whenWritable { calls.add() }
    #expect(calls.count == 0)
    pipe.flush()
    #expect(try taken(pipe)?.count == 18)
    #expect(calls.count == 1)
  }

  @Test func `bytes that follow a flush are read with the others, and count once`() throws {
    let pipe = BytePipe(highWaterByteCount: 10)
    for _ in 0..<3 {
      #expect(pipe.write(sampleBytes(4).span) == .written)
      #expect(pipe.append(sampleBytes(5).span) == .written)
      #expect(try taken(pipe)?.count == 9)
      #expect(try taken(pipe) == nil)
    }
    #expect(pipe.append(sampleBytes(9).span) == .written)
    #expect(pipe.append(sampleBytes(1).span) == .written)
    #expect(pipe.append(sampleBytes(1).span) == .full)
  }

  @Test func `a cancelled pipe accepts nothing, even if it had room`() {
    let pipe = BytePipe(highWaterByteCount: 100)
    #expect(pipe.append(sampleBytes(3).span) == .written)
    pipe.cancel()
    #expect(pipe.append(sampleBytes(3).span) == .cancelled)
    var buffer = sampleBytes(3)
    #expect(pipe.write(exchanging: &buffer) == .cancelled && buffer.count == 3)
  }

  @Test func `bytes that were appended before the end are read`() throws {
    let pipe = BytePipe(highWaterByteCount: 100)
    #expect(pipe.append(sampleBytes(3).span) == .written)
    #expect(pipe.append(sampleBytes(4).span) == .written)
    pipe.finish()
    #expect(try taken(pipe)?.count == 7)
    let end = try pipe.readBuffer()
    if case .end = end {} else { Issue.record("\(end)") }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a pipe is full exactly while it holds the high-water mark`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let limit = Int.random(in: 1...300_000, using: &random)
    let pipe = BytePipe(highWaterByteCount: limit)
    let bytes = sampleBytes(100_000)
    var queued = 0
    for _ in 0..<400 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0...2:
        let piece = bytes.span.extracting(
          first: Int.random(in: 1...(Bool.random(using: &random) ? 100 : 100_000), using: &random))
        let outcome = Bool.random(using: &random) ? pipe.append(piece) : pipe.write(piece)
        try #require(outcome == (queued < limit ? .written : .full))
        if queued < limit { queued += piece.count }
      case 3: pipe.flush()
      default: queued -= try taken(pipe)?.count ?? 0
      }
      if Int.random(in: 0..<10, using: &random) == 0 {
        try #require(pipe.readiness == (queued < limit ? .written : .full))
      }
    }
    pipe.finish()
    while let rest = try taken(pipe) { queued -= rest.count }
    #expect(queued == 0)
  }

  @Test func `no buffer is larger than 64 KiB, and none is empty`() throws {
    let pipe = BytePipe(highWaterByteCount: .max)
    let content = sampleBytes(3_000_001)
    _ = pipe.append(content.span)
    let none: [UInt8] = []
    _ = pipe.append(none.span)
    pipe.finish()
    var received: [UInt8] = []
    while let bytes = try taken(pipe) {
      #expect(!bytes.isEmpty && bytes.count <= 64 * 1024)
      received += bytes
    }
    #expect(received == content)
  }

  @Test func `a small part does not keep a large buffer`() throws {
    let pipe = BytePipe()
    pipe.reserveCapacity(64 * 1024)
    _ = pipe.write([1, 2, 3].span)
    let bytes = try #require(try taken(pipe))
    #expect(bytes == [1, 2, 3] && bytes.capacity < 100)
  }

  @Test func `recycled buffers are filled again, and at most as many as the pipe holds`() throws {
    let pipe = BytePipe(highWaterByteCount: 128 * 1024)
    pipe.reserveCapacity(.max)
    let block = sampleBytes(64 * 1024)
    var kept: [[UInt8]] = []
    for _ in 0..<3 {
      for _ in 0..<2 { #expect(pipe.append(block.span) == .written) }
      for _ in 0..<2 { kept.append(try #require(try taken(pipe))) }
    }
    for index in kept.indices { pipe.recycle(&kept[index]) }
    for buffer in kept { #expect(buffer.isEmpty) }
    #expect(spareCount(pipe) == 2)
    _ = pipe.append(block.span)
    #expect(spareCount(pipe) == 1)
    #expect(try taken(pipe) == block)
  }

  @Test func `buffers whose bytes have been read are filled again`() throws {
    let pipe = BytePipe()
    pipe.reserveCapacity(.max)
    for _ in 0..<3 { #expect(pipe.write(sampleBytes(BytePipe.bufferByteCount).span) == .written) }
    for count in 1...3 {
      var bytes: [UInt8] = []
      try bytes.append(addingCapacity: BytePipe.bufferByteCount) { _ = try pipe.read(into: &$0) }
      #expect(bytes == sampleBytes(BytePipe.bufferByteCount))
      #expect(spareCount(pipe) == count)
    }
    #expect(pipe.write(sampleBytes(BytePipe.bufferByteCount).span) == .written)
    #expect(spareCount(pipe) == 2)
  }

  @Test func `a full buffer moves to the consumer and back, and another one is copied`() throws {
    let pipe = BytePipe(highWaterByteCount: 128 * 1024)
    #expect(pipe.append(sampleBytes(3).span) == .written)
    var buffer: [UInt8] = []
    buffer.reserveCapacity(BytePipe.bufferByteCount)
    buffer += sampleBytes(50_000)
    #expect(pipe.write(exchanging: &buffer) == .written)
    #expect(buffer.isEmpty && buffer.capacity == 0)
    #expect(try taken(pipe) == sampleBytes(3))
    var bytes: [UInt8] = []
    try bytes.append(addingCapacity: 50_000) { _ = try pipe.read(into: &$0) }
    #expect(bytes == sampleBytes(50_000) && spareCount(pipe) == 1)

    buffer = sampleBytes(50_000)
    #expect(pipe.write(exchanging: &buffer) == .written)
    #expect(buffer.isEmpty && buffer.capacity >= BytePipe.bufferByteCount && spareCount(pipe) == 0)
    #expect(try taken(pipe) == sampleBytes(50_000))

    buffer += sampleBytes(1000)
    #expect(pipe.write(exchanging: &buffer) == .written)
    #expect(buffer.isEmpty && buffer.capacity >= BytePipe.bufferByteCount)
    let copy = try #require(try taken(pipe))
    #expect(copy == sampleBytes(1000) && copy.capacity < 10_000)
  }

  @Test func `a buffer that a pipe does not accept stays as it is`() throws {
    let pipe = BytePipe(highWaterByteCount: 10)
    #expect(pipe.write(sampleBytes(10).span) == .written)
    var buffer = sampleBytes(1000)
    #expect(pipe.write(exchanging: &buffer) == .full && buffer == sampleBytes(1000))
    pipe.cancel()
    #expect(pipe.write(exchanging: &buffer) == .cancelled && buffer == sampleBytes(1000))
  }

  @Test func `buffers are part of a collection`() async throws {
    let pipe = BytePipe()
    let collected = Task { try await pipe.collect(upTo: 100_000, expecting: nil) }
    while !isCollecting(pipe) { await Task.yield() }
    for _ in 0..<2 {
      var buffer = sampleBytes(40_000)
      #expect(pipe.write(exchanging: &buffer) == .written && buffer.isEmpty)
    }
    pipe.finish()
    #expect(try await collected.value == sampleBytes(40_000) + sampleBytes(40_000))
  }

  @Test func `buffers that are taken after a partial read have the rest`() throws {
    let pipe = BytePipe()
    _ = pipe.write(sampleBytes(10).span)
    let start = try [UInt8](capacity: 4) { _ = try pipe.read(into: &$0) }
    #expect(start == Array(sampleBytes(10).prefix(4)))
    #expect(try taken(pipe) == Array(sampleBytes(10).dropFirst(4)))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `buffers come without loss, whatever the sizes, flushes and pauses`(seed: UInt64) async throws {
    let content = sampleBytes(2_000_000)
    let pipe = BytePipe(highWaterByteCount: seed % 2 == 0 ? 1000 : 200_000)
    let producer = Task {
      var generator = SeededGenerator(seed: seed)
      var offset = 0
      while offset < content.count {
        let end = min(offset + Int.random(in: 1...40_000, using: &generator), content.count)
        // Buffers and bytes alternate, and stay in order.
        var buffer = Array(content[offset..<end])
        let isBuffer = Bool.random(using: &generator)
        switch isBuffer ? pipe.write(exchanging: &buffer) : pipe.append(buffer.span) {
        case .written: offset = end
        case .cancelled: return
        case .full: await withCheckedContinuation { room in pipe.whenWritable { room.resume() } }
        }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: pipe.flush()
        case 1: await Task.yield()
        default: break
        }
      }
      pipe.finish()
    }
    var generator = SeededGenerator(seed: seed + 100)
    var received: [UInt8] = []
    while true {
      if Bool.random(using: &generator) { await Task.yield() }
      if Bool.random(using: &generator) {
        let chunk = try await pipe.next(upTo: .random(in: 1...100_000, using: &generator))
        received += chunk.bytes
        if chunk.isLast { break }
      } else {
        guard var buffer = try await pipe.nextBuffer() else { break }
        received += buffer
        pipe.recycle(&buffer)
      }
    }
    #expect(received == content)
    await producer.value
  }

  // MARK: Collecting

  @Test(arguments: [nil, 0, 1, 100_000, 300_000, Int64.max])
  func `a body is collected in one array, whatever size is expected`(expected: Int64?) async throws {
    let content = sampleBytes(300_000)
    let pipe = BytePipe(highWaterByteCount: 1000)
    if let expected { pipe.reserveCapacity(expected) }
    // Bytes that arrive before the consumer collects.
    #expect(pipe.append(content.span.extracting(..<900)) == .written)
    async let collected = pipe.collect(upTo: 300_000, expecting: expected)
    var offset = 900
    while offset < content.count {
      switch pipe.append(content.span.extracting(offset..<offset + 100)) {
      case .written: offset += 100
      default: await withCheckedContinuation { room in pipe.whenWritable { room.resume() } }
      }
    }
    pipe.finish()
    #expect(try await collected == content)
  }

  @Test func `an expected size takes no more memory than a multiple of what has arrived`() async throws {
    let pipe = BytePipe()
    async let collected = pipe.collect(upTo: .max, expecting: 1 << 40)
    while !isCollecting(pipe) { await Task.yield() }
    _ = pipe.append([1].span)
    pipe.finish()
    let bytes = try #require(try await collected)
    #expect(bytes == [1] && bytes.capacity <= 2 << 20)
  }

  @Test func `the exact size is reserved for an expected body`() async throws {
    let pipe = BytePipe()
    let content = sampleBytes(500_000)
    async let collected = pipe.collect(upTo: .max, expecting: 500_000)
    while !isCollecting(pipe) { await Task.yield() }
    for offset in stride(from: 0, to: 500_000, by: 10_000) {
      _ = pipe.append(content.span.extracting(offset..<offset + 10_000))
    }
    pipe.finish()
    let bytes = try #require(try await collected)
    #expect(bytes == content && bytes.capacity < 510_000)
  }

  @Test(arguments: [0, 1, 5000, 9999], [true, false])
  func `a body above the limit can still be read`(limit: Int, isEarly: Bool) async throws {
    let content = sampleBytes(10_000)
    let pipe = BytePipe(highWaterByteCount: 20_000)
    if isEarly { _ = pipe.write(content.span) }
    async let collected = pipe.collect(upTo: limit, expecting: 10_000)
    if !isEarly {
      while !isCollecting(pipe) { await Task.yield() }
      for offset in stride(from: 0, to: 10_000, by: 100) {
        _ = pipe.write(content.span.extracting(offset..<offset + 100))
      }
    }
    pipe.finish()
    #expect(try await collected == nil)
    var bytes: [UInt8] = []
    while let buffer = try await pipe.nextBuffer() { bytes += buffer }
    #expect(bytes == content)
  }

  @Test func `collecting throws the failure, and ends when the task is cancelled`() async throws {
    let pipe = BytePipe()
    _ = pipe.write([1].span)
    pipe.finish(throwing: Failure())
    await #expect(throws: Failure.self) { try await pipe.collect(upTo: 10, expecting: nil) }
    let endless = BytePipe()
    let waiting = Task { try await endless.collect(upTo: 10, expecting: nil) }
    while !isCollecting(endless) { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
