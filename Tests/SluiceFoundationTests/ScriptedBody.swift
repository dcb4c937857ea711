import Dispatch
import SluiceBody

/// A gate that a body waits at, in each of its readers.
final class BodyGate: Sendable {
  private let waiting = Lock<[@Sendable () -> Void]?>([])

  /// Whether the gate is open.
  var isOpen: Bool { waiting.withLock { $0 == nil } }

  func open() {
    let all = waiting.withLock { $0.take() }
    for resume in all ?? [] { resume() }
  }

  /// Calls back once the gate is open, possibly before this returns.
  func whenOpen(_ resume: @escaping @Sendable () -> Void) {
    let isWaiting = waiting.withLock { waiting in
      waiting?.append(resume)
      return waiting != nil
    }
    if !isWaiting { resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
  }
}

/// A body that arrives in steps.
struct ScriptedBody: BodySource {
  enum Step: Sendable {
    /// A number of bytes.
    case bytes(Int)
    /// Nothing until the gate is open.
    case wait(BodyGate)
    /// Nothing for a while.
    case pause(Duration)
  }

  let byteCount: Int64?
  let isReplayable = true
  private let steps: [Step]

  init(_ steps: [Step], byteCount: Int64?) {
    self.steps = steps
    self.byteCount = byteCount
  }

  func makeReader() -> any BodyReader { Reader(steps) }

  private final class Reader: BodyReader {
    private var steps: ArraySlice<Step>

    init(_ steps: [Step]) { self.steps = steps[...] }

    func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome {
      while let step = steps.first {
        switch step {
        case .bytes(let count):
          let part = min(count, output.freeCapacity)
          for _ in 0..<part { output.append(7) }
          steps[steps.startIndex] = .bytes(count - part)
          if part == count { steps.removeFirst() }
          return .more
        case .wait(let gate):
          if !gate.isOpen { return .waiting }
          steps.removeFirst()
        case .pause(let duration):
          let gate = BodyGate()
          DispatchQueue.global().asyncAfter(deadline: .now() + duration / .seconds(1)) { gate.open() }
          steps[steps.startIndex] = .wait(gate)
        }
      }
      return .end
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) {
      if case .wait(let gate)? = steps.first { gate.whenOpen(resume) } else { resume() }
    }
  }
}
