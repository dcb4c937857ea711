// The snippet of the landing page of SluiceBrotli, formatted as there.
// swift-format-ignore-file

import SluiceBody
import SluiceBrotli
import SluiceGzip

func decodedByBrotli(_ pieces: [[UInt8]]) throws -> [UInt8] {
  // Article
  let decoder = try BrotliDecoder(limits: .init(maximumByteCount: 100 << 20))
  var output: [UInt8] = []
  for piece in pieces { try decoder.append(piece.span, to: &output) }
  try decoder.finish()
  // end
  return output
}

private func storedBody() -> AnyBody {
  // Article
  let body = AnyBody.inflated(brotli: .file(at: "/data/words.txt.br"), limits: .init(maximumByteCount: 1 << 30))
  // end
  return body
}
