package import SluiceBody

/// Reads to the end, at most `step` bytes at a time, waiting where the reader asks for it.
///
/// - Throws: what the reader throws; ``BrokenContract`` where it does not do what ``BodyReader`` promises.
package func readAll(_ reader: any BodyReader, step: Int = 64 * 1024) async throws -> [UInt8] {
  var bytes: [UInt8] = []
  while true {
    let (block, outcome) = try reader.readOnce(upTo: step)
    bytes += block
    switch outcome {
    case .more:
      if block.isEmpty { throw BrokenContract("more, but no byte, though there was room") }
    case .waiting:
      await reader.untilReadable()
    case .end:
      let (rest, outcome) = try reader.readOnce(upTo: step)
      guard rest.isEmpty, outcome == .end else { throw BrokenContract("went on behind its end") }
      return bytes
    }
  }
}

extension BodyReader {
  /// What one read into a buffer of `count` bytes gives.
  package func readOnce(upTo count: Int) throws -> (bytes: [UInt8], outcome: BodyReadOutcome) {
    var outcome = BodyReadOutcome.end
    let bytes = try [UInt8](capacity: count) { output in
      outcome = try read(into: &output)
    }
    return (bytes, outcome)
  }
}

/// What a reader did against ``BodyReader``'s promises.
package struct BrokenContract: Error {
  let what: String
  init(_ what: String) { self.what = what }
}
