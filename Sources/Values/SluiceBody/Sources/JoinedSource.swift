/// The concatenation of bodies: ``BodySource/joined(_:)``.
package struct JoinedSource: BodySource {
  /// The bodies, in order.
  package private(set) var sources: [any BodySource] = []
  /// The ends of the bodies, up to the first one whose size is unknown.
  ///
  /// ```
  ///  sources   5 bytes   0 bytes   20 bytes   unknown   3 bytes
  ///  ends      5         5         25
  /// ```
  private var ends: [Int64] = []
  /// The sum of the sizes that are known.
  private var knownByteCount: Int64 = 0
  private var failure: (any Error)?
  /// The indices of the bodies that are not replayable.
  private var oneShots: [Int] = []
  /// Whether one of the bodies may block, or takes much processor time.
  package private(set) var needsOwnThread = false

  package init(_ sources: [any BodySource]) {
    self.sources.reserveCapacity(sources.count)
    for source in sources { append(source) }
  }

  /// Appends a body.
  package mutating func append(_ source: any BodySource) {
    do {
      if let count = try source.byteCount {
        if count < 0 { throw BodyError(.byteCountMismatch, expected: count) }
        let (sum, overflow) = knownByteCount.addingReportingOverflow(count)
        if overflow { throw BodyError(.byteCountsTooLarge) }
        knownByteCount = sum
        if ends.count == sources.count { ends.append(sum) }
      }
    } catch {
      failure = failure ?? error
    }
    if !source.isReplayable { oneShots.append(sources.count) }
    needsOwnThread = needsOwnThread || source.needsOwnThread
    sources.append(source._concrete)
  }

  /// The sum of the byte counts, or `nil` if one of them is unknown.
  ///
  /// - Throws: An error of one of the bodies; ``ErrorCode/tooLarge`` if the sum is more than 2⁶³ − 1.
  package var byteCount: Int64? {
    get throws {
      if let failure { throw failure }
      return ends.count == sources.count ? knownByteCount : nil
    }
  }

  /// Whether all bodies are replayable.
  package var isReplayable: Bool { oneShots.isEmpty }

  /// Returns a new reader.
  ///
  /// - Throws: The same errors as ``byteCount``; ``ErrorCode/notReplayable`` if one of the bodies was already read
  ///   and is not replayable.
  package func makeReader() throws -> any BodyReader {
    // Known errors of any body are thrown before a byte is read or a one-shot body is claimed.
    _ = try byteCount
    var claimed: [Int: any BodyReader] = [:]
    for index in oneShots { claimed[index] = try sources[index].makeReader() }
    return JoinedReader(self, from: 0, claimed: claimed)
  }

  /// Returns a new reader of the bytes from an offset on. Bodies that end before it are not read, unless they follow a
  /// body of unknown size.
  ///
  /// - Throws: The errors of ``makeReader()``; ``ErrorCode/rangeOutOfBounds``; ``ErrorCode/notReplayable`` if
  ///   one of the bodies is not replayable and the offset is not 0.
  /// - Complexity: O(log *n*) for *n* bodies whose sizes are known.
  package func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    if offset == 0 { return try makeReader() }
    let index = indexOfBody(at: offset)
    let rest = index == 0 ? offset : offset - ends[index - 1]
    let reader = JoinedReader(self, from: index)
    if rest == 0 { return reader }
    // It is unknown in which of the remaining bodies the offset lies.
    if index == ends.count { return SkippingReader(reader, to: rest) }
    return JoinedReader(
      self, from: index, at: rest, claimed: [index: try sources[index].makeReader(at: rest)])
  }

  /// The identities of the bodies, or `nil` if one of them has none.
  ///
  /// - Throws: The errors of ``byteCount``, and of the identities.
  package func identity() throws -> BodyIdentity? {
    try BodyIdentity(ofJoined: sources, byteCount: byteCount)
  }

  /// Returns the range of the bytes of the body at `index`, or `nil` if it is unknown.
  package func range(ofBodyAt index: Int) -> Range<Int64>? {
    guard ends.indices.contains(index) else { return nil }
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// Returns the index of the first body that ends after the offset, or of the first one of unknown size.
  package func indexOfBody(at offset: Int64) -> Int {
    var range = 0..<ends.count
    while let first = range.first {
      let middle = first + range.count / 2
      range = ends[middle] > offset ? first..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}

extension JoinedSource: RandomizedSource {
  package var randomTexts: [String] { sources.flatMap(\.randomTextsIfAny) }

  package func withRandomTexts(_ texts: inout ArraySlice<String>) -> JoinedSource {
    JoinedSource(sources.map { $0.withRandomTextsIfAny(&texts) })
  }
}

private final class JoinedReader: BodyReader {
  private let body: JoinedSource
  private var claimed: [Int: any BodyReader]
  private var index: Int
  /// The offset in the next body.
  private var offset: Int64
  private var current: (any BodyReader)?
  /// The check of the current body.
  private var declared = DeclaredByteCount(nil)

  /// - Parameters:
  ///   - body: The bodies.
  ///   - index: The index of the first body to read.
  ///   - offset: The offset at which the reader of that body begins. Defaults to 0.
  ///   - claimed: The readers of bodies that have been made already.
  init(
    _ body: JoinedSource, from index: Int, at offset: Int64 = 0, claimed: [Int: any BodyReader] = [:]
  ) {
    self.body = body
    self.index = index
    self.offset = offset
    self.claimed = claimed
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    while index < body.sources.count {
      let reader = try current ?? next()
      let countBefore = output.count
      let outcome = try reader.read(into: &output)
      try declared.didRead(output.count - countBefore, outcome)
      guard outcome == .end else { return outcome }
      current = nil
      index += 1
      offset = 0
    }
    return .end
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    if let current { current.whenReadable(resume) } else { resume() }
  }

  private func next() throws -> any BodyReader {
    let reader = try claimed.removeValue(forKey: index) ?? body.sources[index].makeReader()
    // The sizes before the first unknown one need not be asked for again.
    let range = body.range(ofBodyAt: index)
    declared = DeclaredByteCount(
      try range.map { $0.upperBound - $0.lowerBound } ?? body.sources[index].byteCount, from: offset)
    current = reader
    return reader
  }
}
