// The snippets of "Architecture", formatted as there.
// swift-format-ignore-file

import Sluice

private func body(path: String) async throws {
  // Article
  let body: any BodySource = .joined([.text("head\n"), .file(at: path)])
  print(try body.byteCount ?? 0, body.isReplayable)
  for try await chunk in body.chunks() { print(chunk.count) }
  for try await chunk in body.chunks() { print(chunk.count) }    // the same bytes again
  // end
}

private func values() {
  // Article
  let csv = RequestEncoder<[[String]]> { rows, request in
    request.setBody(.text(rows.map { $0.joined(separator: ",") }.joined(separator: "\r\n")), contentType: "text/csv")
  }
  let table = ResponseDecoder { _, body in String(decoding: body.bytes, as: UTF8.self).split(separator: "\r\n") }
  let count = table.map(\.count)
  // end
  _ = (csv, count)
}
