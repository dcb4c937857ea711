// The snippets of the landing page of SluiceZstd, formatted as there.
// swift-format-ignore-file

import Sluice
import SluiceGzip
import SluiceZstd

func decodedByZstd(_ pieces: [[UInt8]]) throws -> [UInt8] {
  // Article
  let decoder = try ZstdDecoder(limits: .init(maximumByteCount: 100 << 20))
  var output: [UInt8] = []
  for piece in pieces { try decoder.append(piece.span, to: &output) }
  try decoder.finish()
  // end
  return output
}

private func storedBody() -> AnyBody {
  // Article
  let body = AnyBody.inflated(zstd: .file(at: "/var/log/syslog.1.zst"), limits: .init(maximumByteCount: 1 << 30))
  // end
  return body
}

private func compress(_ request: inout SessionRequest) throws {
  // Article
  try request.compressBody(with: .zstd)
  // end
}
