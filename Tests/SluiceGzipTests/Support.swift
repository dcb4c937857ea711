import SluiceBody
import SluiceGzip
import SluiceTestSupport

extension Deflater {
  /// All of `bytes`, compressed in pieces of `step` bytes.
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
  /// All of `bytes`, decompressed in pieces of `step` bytes.
  static func bytes(
    _ bytes: [UInt8], _ format: Format = .automatic, limits: Limits = .init(), step: Int = .max
  ) throws -> [UInt8] {
    let inflater = try Inflater(format, limits: limits)
    var output: [UInt8] = []
    for piece in pieces(of: bytes, step) { try inflater.append(piece.span, to: &output) }
    try inflater.finish()
    return output
  }
}

/// `bytes` cut to pieces of `step` bytes.
func pieces(of bytes: [UInt8], _ step: Int) -> [[UInt8]] {
  stride(from: 0, to: bytes.count, by: min(step, max(bytes.count, 1))).map { start in
    Array(bytes[start..<min(bytes.count, start + min(step, bytes.count))])
  }
}

/// What is compressed in the tests: by name, empty, short, long, text, and what does not get smaller.
let samples: [(name: String, bytes: [UInt8])] = [
  ("empty", []), ("one byte", [7]), ("zero", [0]),
  ("text", Array(repeatElement("multipart ", count: 20_000).joined().utf8)),
  ("random", sampleBytes(100_000)), ("zeros", [UInt8](repeating: 0, count: 300_000)),
]
