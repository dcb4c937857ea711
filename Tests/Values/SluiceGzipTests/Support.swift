import SluiceBody
import SluiceGzip
import SluiceTestSupport

extension Deflater {
  /// Returns `bytes` compressed in pieces of `step` bytes.
  static func bytes(
    _ bytes: [UInt8], _ format: DeflateFormat = .gzip, level: Int = Deflater.defaultLevel, step: Int = .max
  ) throws -> [UInt8] {
    let deflater = try Deflater(format, level: level)
    var output: [UInt8] = []
    forEachPiece(of: bytes, step) { deflater.append($0, to: &output) }
    deflater.finish(to: &output)
    return output
  }
}

extension Inflater {
  /// Returns `bytes` decompressed in pieces of `step` bytes.
  static func bytes(
    _ bytes: [UInt8], _ format: Format = .automatic, limits: Limits = .default, step: Int = .max
  ) throws -> [UInt8] {
    let inflater = try Inflater(format, limits: limits)
    var output: [UInt8] = []
    try forEachPiece(of: bytes, step) { try inflater.append($0, to: &output) }
    try inflater.finish()
    return output
  }
}

/// Calls a closure with each piece of `step` bytes.
func forEachPiece(of bytes: [UInt8], _ step: Int, _ body: (Span<UInt8>) throws -> Void) rethrows {
  var start = 0
  while start < bytes.count {
    let end = start + min(step, bytes.count - start)
    try body(bytes.span.extracting(start..<end))
    start = end
  }
}

/// The data that the tests compress, by name: empty, short, long, text, and incompressible bytes.
let samples: [(name: String, bytes: [UInt8])] = [
  ("empty", []), ("one byte", [7]), ("zero", [0]),
  ("text", Array(repeatElement("multipart ", count: 20_000).joined().utf8)),
  ("random", sampleBytes(100_000)), ("zeros", [UInt8](repeating: 0, count: 300_000)),
]
