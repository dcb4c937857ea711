/// A range of another body's bytes, which must be replayable unless the range starts at 0.
///
/// A body that ends before the range does, or continues after it although it declares to end there, is a
/// ``ErrorCode/byteCountMismatch`` error.
package struct BodySlice: BodySource {
  private let body: any BodySource
  private let start: Int64
  /// The number of bytes, or `nil` for the rest of a body of unknown size.
  private let count: Int64?
  /// Whether the range ends at the declared end of the body.
  private let endsWithBody: Bool

  /// Creates the body of the bytes from an offset on.
  ///
  /// - Parameters:
  ///   - body: The whole body.
  ///   - offset: The offset of the first byte.
  ///   - limit: The maximum number of bytes, or `nil` for all. Defaults to `nil`.
  /// - Throws: The error of the body's size; ``ErrorCode/rangeOutOfBounds``;
  ///   ``ErrorCode/notReplayable`` if the offset is not 0 and the body is not replayable.
  package init(of body: any BodySource, from offset: Int64, upTo limit: Int64? = nil) throws {
    try body.checkOffset(offset)
    self.body = body
    start = offset
    let rest = try body.byteCount.map { $0 - offset }
    count = if let rest, let limit { min(rest, limit) } else { rest ?? limit }
    endsWithBody = rest != nil && count == rest
  }

  package var byteCount: Int64? { count }
  package var isReplayable: Bool { body.isReplayable }
  package var needsOwnThread: Bool { body.needsOwnThread }

  package func makeReader() throws -> any BodyReader { try makeReader(at: 0) }

  package func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    let (first, overflow) = start.addingReportingOverflow(offset)
    if overflow { throw BodyError(.rangeOutOfBounds, expected: offset) }
    let reader = try body.makeReader(at: first)
    return if let count { Reader(reader, byteCount: count - offset, endsWithBody) } else { reader }
  }

  /// A reader of the first bytes of another one.
  private final class Reader: BodyReader {
    private let body: any BodyReader
    private let byteCount: Int64
    private var missing: Int64
    /// Whether the body still has to end after the last byte.
    private let probes: Bool

    init(_ body: any BodyReader, byteCount: Int64, _ endsWithBody: Bool) {
      // Also without any bytes: some of the kernel's own files have bytes, and declare none.
      probes = endsWithBody
      self.body = body
      self.byteCount = byteCount
      missing = byteCount
    }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      if missing == 0 { return try probe() }
      let countBefore = output.count
      let limit = Int(min(missing, Int64(output.freeCapacity)))
      let outcome = try output.append(upTo: limit) { try body.read(into: &$0) }
      missing -= Int64(output.count - countBefore)
      if missing == 0 { return probes ? outcome : .end }
      if outcome == .end {
        throw BodyError(.byteCountMismatch, expected: byteCount, actual: byteCount - missing)
      }
      return outcome
    }

    /// Reads past the declared end of the body.
    private func probe() throws -> BodyReadOutcome {
      guard probes else { return .end }
      var excess: [UInt8] = []
      var outcome = BodyReadOutcome.end
      try excess.append(addingCapacity: 1) { outcome = try body.checkedRead(into: &$0) }
      if !excess.isEmpty {
        throw BodyError(.byteCountMismatch, expected: byteCount, actual: byteCount + 1)
      }
      return outcome
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) { body.whenReadable(resume) }
  }
}

extension BodySlice: PartedSource {
  package func part(at offset: Int64) -> PartProgress? { body.partIfAny(at: start + offset) }
}
