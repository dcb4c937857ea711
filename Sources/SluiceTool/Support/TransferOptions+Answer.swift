internal import Sluice

extension TransferOptions {
  /// Writes an answer, then fails where its status is not 2xx.
  ///
  /// - Parameters:
  ///   - path: where a good answer goes; nil for standard output, which gets bad ones too.
  ///   - decoder: what the answer has to be; nil where it may be anything.
  func write(
    _ response: Response, to path: String?, as decoder: ResponseDecoder<[UInt8]>? = nil
  ) async throws {
    if let decoder { return try await write(response, decodedBy: decoder, to: path) }
    let isGood = (200..<300).contains(response.head.status.code)
    if !isGood, path != nil {
      // The decoder refuses it, and tells what the answer said.
      _ = try await response.decoded(by: .bytes)
    }
    let output = try OutputFile(path)
    if include { try output.write(Array(headText(of: response.head).utf8)) }
    var count = 0
    for try await chunk in response.body {
      count += chunk.count
      if let maxBody, count > maxBody {
        throw Failure(.dataRefused, "body-too-large", "the answer has more than \(maxBody) bytes")
      }
      try output.write(chunk)
    }
    guard isGood else { throw ResponseError(.unacceptableStatus, response: response.head, body: []) }
    try output.commit()
  }

  private func write(
    _ response: Response, decodedBy decoder: ResponseDecoder<[UInt8]>, to path: String?
  ) async throws {
    let body = try await response.decoded(by: decoder, upTo: maxBody ?? 64 << 20)
    let output = try OutputFile(path)
    if include { try output.write(Array(headText(of: response.head).utf8)) }
    try output.write(body)
    try output.commit()
  }

  private func headText(of head: HTTPResponse) -> String {
    "HTTP \(head.status)\r\n" + head.headerFields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
  }
}
