import Dispatch
import SluiceBody
import SluiceTestSupport
import Testing

/// The buffer between a producer and a consumer of bytes.
@Suite(.timeLimit(.minutes(5))) struct BytePipeTests {
  private struct Failure: Error {}

  private func read(_ pipe: BytePipe, upTo count: Int) throws -> ([UInt8], BodyReadOutcome) {
    var outcome = BodyReadOutcome.end
    let bytes = try [UInt8](capacity: count) { outcome = try pipe.read(into: &$0) }
    return (bytes, outcome)
  }

  /// Compares the pipe with an array as a model. The argument is the seed.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func `calls in any order give the same bytes as an array`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let highWaterByteCount = Int.random(in: 1...100, using: &generator)
    let pipe = BytePipe(highWaterByteCount: highWaterByteCount)
    var model: [UInt8] = []
    var isFinished = false
    var isCancelled = false
    // Callbacks that are pending, and callbacks that were replaced or outlived the pipe.
    var pendingReadable: CallCounter?
    var pendingWritable: CallCounter?
    var dropped: [CallCounter?] = []

    func expectCalled(_ calls: inout CallCounter?, sourceLocation: SourceLocation = #_sourceLocation) {
      if let calls { #expect(calls.count == 1, sourceLocation: sourceLocation) }
      calls = nil
    }

    for _ in 0..<300 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<7:
        let bytes = generator.bytes(.random(in: 1...60, using: &generator))
        let outcome = pipe.write(bytes.span)
        if isCancelled {
          #expect(outcome == .cancelled)
        } else if model.count >= highWaterByteCount {
          #expect(outcome == .full)
        } else {
          #expect(outcome == .written)
          model += bytes
          expectCalled(&pendingReadable)
        }
      case 7..<14 where !isCancelled:
        let (bytes, outcome) = try read(pipe, upTo: .random(in: 0...80, using: &generator))
        #expect(bytes == Array(model.prefix(bytes.count)))
        model.removeFirst(bytes.count)
        #expect(outcome == (model.isEmpty ? isFinished ? .end : .waiting : .more))
        if model.count <= highWaterByteCount / 2 { expectCalled(&pendingWritable) }
      case 14..<16 where !isCancelled:
        let calls = CallCounter()
        pipe.whenReadable { calls.add() }
        if !model.isEmpty || isFinished {
          #expect(calls.count == 1)
        } else {
          dropped.append(pendingReadable)
          pendingReadable = calls
        }
      case 16..<18:
        let calls = CallCounter()
        pipe.whenWritable { calls.add() }
        if isCancelled || model.count < highWaterByteCount {
          #expect(calls.count == 1)
        } else {
          dropped.append(pendingWritable)
          pendingWritable = calls
        }
      case 18 where Int.random(in: 0..<10, using: &generator) == 0:
        pipe.finish()
        isFinished = true
        expectCalled(&pendingReadable)
      case 19 where Int.random(in: 0..<30, using: &generator) == 0:
        pipe.cancel()
        isCancelled = true
        model = []
        dropped.append(pendingReadable)
        pendingReadable = nil
        expectCalled(&pendingWritable)
      default: break
      }
      #expect((pipe.readiness == .cancelled) == isCancelled)
      for calls in [pendingReadable, pendingWritable] { #expect(calls?.count ?? 0 == 0) }
    }
    for calls in dropped { #expect(calls?.count ?? 0 == 0) }
  }

  @Test func `a later callback replaces an earlier one, which is never called`() {
    let pipe = BytePipe(highWaterByteCount: 1)
    let (early, late) = (CallCounter(), CallCounter())
    pipe.whenReadable { early.add() }
    pipe.whenReadable { late.add() }
    _ = pipe.write([1].span)
    pipe.finish()
    #expect(early.count == 0 && late.count == 1)
  }

  @Test func `a failure comes after the bytes before it, and at each further read`() throws {
    let pipe = BytePipe()
    _ = pipe.write([1, 2, 3].span)
    pipe.finish(throwing: Failure())
    let (first, firstOutcome) = try read(pipe, upTo: 2)
    #expect(first == [1, 2] && firstOutcome == .more)
    let (second, secondOutcome) = try read(pipe, upTo: 2)
    #expect(second == [3] && secondOutcome == .more)
    for _ in 0..<2 { #expect(throws: Failure.self) { try read(pipe, upTo: 2) } }
  }

  @Test func `a failure is thrown even if the buffer already holds bytes`() {
    let pipe = BytePipe()
    pipe.finish(throwing: Failure())
    #expect(throws: Failure.self) {
      _ = try [UInt8](capacity: 10) { output in
        output.append(1)
        _ = try pipe.read(into: &output)
      }
    }
  }

  @Test func `only the first call of finish counts`() throws {
    let pipe = BytePipe()
    pipe.finish()
    pipe.finish(throwing: Failure())
    #expect(try read(pipe, upTo: 1).1 == .end)
  }

  @Test func `a callback may call the pipe`() throws {
    let pipe = BytePipe(highWaterByteCount: 1)
    let calls = CallCounter()
    pipe.whenReadable {
      pipe.whenReadable { calls.add() }
      pipe.whenWritable { calls.add() }
    }
    _ = pipe.write([1].span)
    #expect(calls.count == 1)
    _ = try read(pipe, upTo: 1)
    #expect(calls.count == 2)
  }

  @Test func `a callback released by cancellation may call the pipe`() {
    final class Canceller: Sendable {
      let pipe: BytePipe
      init(_ pipe: BytePipe) { self.pipe = pipe }
      deinit { pipe.cancel() }
    }
    let pipe = BytePipe()
    for _ in 0..<2 {
      let canceller = Canceller(pipe)
      pipe.whenReadable { withExtendedLifetime(canceller) {} }
    }
    pipe.cancel()
    #expect(pipe.readiness == .cancelled)
  }

  @Test func `awaited bytes come as written, and then the end or the failure`() async throws {
    let pipe = BytePipe()
    _ = pipe.write([1, 2, 3].span)
    #expect(try await pipe.next(upTo: 2).bytes == [1, 2])
    #expect(try await pipe.next(upTo: 2).bytes == [3])
    async let next = pipe.next(upTo: 2)
    _ = pipe.write([4].span)
    let chunk = try await next
    #expect(chunk.bytes == [4] && !chunk.isLast)
    _ = pipe.write([5].span)
    pipe.finish()
    let last = try await pipe.next(upTo: 2)
    #expect(last.bytes == [5] && last.isLast)
    let end = try await pipe.next(upTo: 2)
    #expect(end.bytes.isEmpty && end.isLast)

    let failing = BytePipe()
    _ = failing.write([1].span)
    failing.finish(throwing: Failure())
    #expect(try await failing.next(upTo: 2).bytes == [1])
    await #expect(throws: Failure.self) { try await failing.next(upTo: 2) }
  }

  @Test func `cancellation ends a wait for bytes`() async throws {
    let pipe = BytePipe()
    let waiting = Task { try await pipe.next(upTo: 1) }
    for _ in 0..<100 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `a thread and a task pass bytes without loss at any pace`() async throws {
    let content = sampleBytes(3_000_000)
    let pipe = BytePipe(highWaterByteCount: 10_000)
    try SystemThread {
      var generator = SeededGenerator(seed: 1)
      let room = DispatchSemaphore(value: 0)
      var offset = 0
      while offset < content.count {
        let end = min(offset + Int.random(in: 1...8000, using: &generator), content.count)
        switch pipe.write(content.span.extracting(offset..<end)) {
        case .written: offset = end
        case .cancelled: return
        case .full:
          pipe.whenWritable { room.signal() }
          room.wait()
        }
      }
      pipe.finish()
    }.detach()

    var generator = SeededGenerator(seed: 2)
    var received: [UInt8] = []
    while true {
      let (bytes, outcome) = try read(pipe, upTo: .random(in: 1...9000, using: &generator))
      received += bytes
      if outcome == .end { break }
      guard outcome == .waiting else { continue }
      let signal = Signal()
      pipe.whenReadable { signal.fire() }
      await signal.wait()
    }
    #expect(received == content)
  }
}
