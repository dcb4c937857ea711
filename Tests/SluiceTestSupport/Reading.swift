package import SluiceBody

/// Reads to the end, and waits when the reader does.
///
/// - Parameters:
///   - reader: The reader of the body.
///   - step: The maximum number of bytes of each read. Defaults to 64 KiB.
/// - Throws: Any error of the reader, or ``BrokenContract`` if it violates the contract of ``BodyReader``.
package func readAll(_ reader: any BodyReader, step: Int = 64 * 1024) async throws -> [UInt8] {
  var bytes: [UInt8] = []
  while true {
    let (block, outcome) = try reader.readOnce(upTo: step)
    bytes += block
    switch outcome {
    case .more:
      if block.isEmpty { throw BrokenContract("`.more`, but no byte, though there was room") }
    case .waiting:
      await reader.untilReadable()
    case .end:
      let (rest, outcome) = try reader.readOnce(upTo: step)
      guard rest.isEmpty, outcome == .end else { throw BrokenContract("continued after its end") }
      return bytes
    }
  }
}

extension BodyReader {
  /// Reads once into a buffer of `count` bytes.
  package func readOnce(upTo count: Int) throws -> (bytes: [UInt8], outcome: BodyReadOutcome) {
    var outcome = BodyReadOutcome.end
    let bytes = try [UInt8](capacity: count) { output in
      outcome = try read(into: &output)
    }
    return (bytes, outcome)
  }
}

/// An error that describes how a reader violated the contract of ``BodyReader``.
package struct BrokenContract: Error {
  let what: String
  init(_ what: String) { self.what = what }
}
