internal import Sluice

extension TransferOptions {
  /// Writes an answer, then fails where its status is not 2xx.
  ///
  /// - Parameter path: where a good answer goes; nil for standard output, which gets bad ones too.
  func write(_ response: Response, to path: String?) async throws {
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

  private func headText(of head: HTTPResponse) -> String {
    "HTTP \(head.status)\r\n" + head.headerFields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
  }
}
