import Dispatch
package import SluiceBody

/// A source whose readers follow a script, read by read.
package struct ScriptedSource: BodySource {
  package enum Step: Sendable {
    /// Appends bytes and reports that there may be more.
    case bytes([UInt8])
    /// Runs a closure on the reading thread before the next step.
    case run(@Sendable () throws -> Void)
    /// Has no bytes until the event has happened.
    case wait(Event)
    /// Has no bytes for at least this time.
    case pause(Duration)
    case fail(any Error)

    /// A number of bytes.
    package static func bytes(count: Int) -> Step { .bytes([UInt8](repeating: 7, count: count)) }
  }

  package var byteCount: Int64?
  package var isReplayable = true
  package var needsOwnThread = false
  package let steps: [Step]

  package init(byteCount: Int64? = nil, _ steps: [Step]) {
    self.byteCount = byteCount
    self.steps = steps
  }

  package func makeReader() -> any BodyReader { Reader(steps) }

  private final class Reader: BodyReader {
    private var steps: ArraySlice<Step>

    init(_ steps: [Step]) { self.steps = steps[...] }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      while let step = steps.first {
        switch step {
        case .bytes(let bytes):
          let count = min(bytes.count, output.freeCapacity)
          output.append(copying: bytes.span.extracting(..<count))
          steps[steps.startIndex] = .bytes(Array(bytes[count...]))
          if count == bytes.count { steps.removeFirst() }
          return .more
        case .run(let body): try body()
        case .wait(let event) where !event.hasHappened: return .waiting
        case .wait: break
        case .pause(let duration):
          let end = Event()
          DispatchQueue.global().asyncAfter(deadline: .now() + duration / .seconds(1)) { end.happen() }
          steps[steps.startIndex] = .wait(end)
          continue
        case .fail(let error): throw error
        }
        steps.removeFirst()
      }
      return .end
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) {
      if case .wait(let event)? = steps.first { event.whenHappened(resume) } else { resume() }
    }
  }
}
