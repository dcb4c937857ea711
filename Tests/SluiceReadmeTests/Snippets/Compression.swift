// The snippets of "Compression", formatted as in the README.
// swift-format-ignore-file

import Sluice

private func request(session: Session) async throws {
  // README
  var request = try session.request(.put, "logs/1", body: .file(at: "/var/log/syslog"))
  try request.compressBody(mediaTypes: [.any])   // default: text, JSON, XML, scripts, forms and property lists
  let response = try await session.send(request)
  // end
  _ = response
}

private func separately(chunks: AsyncStream<[UInt8]>, piece: [UInt8], output: inout [UInt8]) async throws {
  // README
  let body = GzipSource(.file(at: "/data/a.bin"), level: 9)    // replayable
  let sized = try await body.measured()                        // compresses twice, for an exact size
  let limits = Inflater.Limits(maximumByteCount: 100 << 20, maximumRatio: 200)
  for try await chunk in chunks.inflated(.gzip, limits: limits) { handle(chunk) }
  let inflater = try Inflater(.gzip)
  try inflater.append(piece.span, to: &output)
  // end
  _ = sized
}
