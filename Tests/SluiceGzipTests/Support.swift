import SluiceBody
import SluiceGzip
import SluiceTestSupport

extension Deflater {
  /// Returns `bytes` compressed in pieces of `step` bytes.
  static func bytes(
    _ bytes: [UInt8], _ format: DeflateFormat = .gzip, level: Int = 6, step: Int = .max
  ) throws -> [UInt8] {
    let deflater = try Deflater(format, level: level)
    var output: [UInt8] = []
    for piece in pieces(of: bytes, step) { deflater.append(piece.span, to: &output) }
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
    for piece in pieces(of: bytes, step) { try inflater.append(piece.span, to: &output) }
    try inflater.finish()
    return output
  }
}

/// Returns `bytes` cut into pieces of `step` bytes.
func pieces(of bytes: [UInt8], _ step: Int) -> [[UInt8]] {
  stride(from: 0, to: bytes.count, by: min(step, max(bytes.count, 1))).map { start in
    Array(bytes[start..<min(bytes.count, start + min(step, bytes.count))])
  }
}

/// The data that the tests compress, by name: empty, short, long, text, and incompressible bytes.
let samples: [(name: String, bytes: [UInt8])] = [
  ("empty", []), ("one byte", [7]), ("zero", [0]),
  ("text", Array(repeatElement("multipart ", count: 20_000).joined().utf8)),
  ("random", sampleBytes(100_000)), ("zeros", [UInt8](repeating: 0, count: 300_000)),
]
