/// A reader that reads the bytes before an offset and discards them.
///
/// One read discards at most 1 MiB and then reports that it is waiting, so that others have their turn.
final class SkippingReader: BodyReader {
  private let body: any BodyReader
  private let offset: Int64
  /// The number of bytes that are still to be discarded.
  private var missing: Int64
  private var hasEnded = false
  private var isBodyWaiting = false

  init(_ body: any BodyReader, to offset: Int64) {
    self.body = body
    self.offset = offset
    missing = offset
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    isBodyWaiting = false
    let outcome = missing > 0 ? try skip() : .more
    if hasEnded { return .end }
    guard missing == 0, outcome == .more else { return .waiting }
    return try keep(body.read(into: &output))
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    if isBodyWaiting { body.whenReadable(resume) } else { resume() }
  }

  private func skip() throws -> BodyReadOutcome {
    var buffer: [UInt8] = []
    var room = 1 << 20
    var outcome = BodyReadOutcome.more
    while missing > 0, room > 0, outcome == .more {
      buffer.removeAll(keepingCapacity: true)
      try buffer.append(addingCapacity: Int(min(missing, 64 * 1024))) {
        outcome = keep(try body.checkedRead(into: &$0))
      }
      missing -= Int64(buffer.count)
      room -= buffer.count
    }
    if outcome == .end, missing > 0 {
      throw BodyError(.rangeOutOfBounds, expected: offset, actual: offset - missing)
    }
    return outcome
  }

  private func keep(_ outcome: BodyReadOutcome) -> BodyReadOutcome {
    hasEnded = outcome == .end
    isBodyWaiting = outcome == .waiting
    return outcome
  }
}
