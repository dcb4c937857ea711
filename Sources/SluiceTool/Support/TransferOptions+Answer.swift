internal import Sluice

extension TransferOptions {
  /// Writes an answer as it comes, then fails where its status is not 2xx.
  ///
  /// - Parameter path: where a good answer goes; nil for standard output, which gets bad ones too.
  func write(_ response: Response, to path: String?) async throws {
    let isGood = (200..<300).contains(response.head.status.code)
    if !isGood, path != nil {
      // The decoder refuses it, and tells what the answer said.
      _ = try await response.decoded(by: .bytes)
    }
    let output = try output(path, for: response)
    for try await chunk in response.body {
      try checkSize(response.body.decodedByteCount)
      try output.write(chunk)
    }
    guard isGood else {
      throw ResponseError(
        .unacceptableStatus, response: response.head, request: response.request, body: CollectedBody([]))
    }
    try output.commit()
  }

  /// Writes an answer once a decoder has taken it. Where none can have a body, none is missed.
  ///
  /// - Parameter bytes: what is written of it.
  func write<Value>(
    _ response: Response, decodedBy decoder: ResponseDecoder<Value>, to path: String?,
    bytes: (CollectedBody, Value) -> [UInt8]
  ) async throws {
    var collector = ResponseDecoder.collected
    collector.validation = decoder.validation
    let body = try await response.decoded(by: collector, upTo: maxBody ?? 64 << 20)
    let lacksBody =
      body.isEmpty && (response.request.method == .head || [204, 205].contains(response.head.status.code))
    let printed =
      lacksBody ? [] : bytes(body, try await decoder.decode(response.head, to: response.request, body: body))
    let output = try output(path, for: response)
    try output.write(printed)
    try output.commit()
  }

  /// Writes what is in an answer as it arrives, an element a line.
  func write<Element>(
    _ response: Response, streamedBy decoder: StreamDecoder<ElementStream<Element>>, to path: String?,
    line: (Element) -> [UInt8]
  ) async throws {
    let elements = try await response.stream(by: decoder)
    let output = try output(path, for: response)
    for try await batch in elements.batches {
      try checkSize(response.body.decodedByteCount)
      try output.write(batch.flatMap(line))
    }
    try output.commit()
  }

  private func checkSize(_ count: Int64) throws(Failure) {
    if let maxBody, count > maxBody {
      throw Failure(.dataRefused, "body-too-large", "the answer has more than \(maxBody) bytes")
    }
  }

  private func output(_ path: String?, for response: Response) throws -> OutputFile {
    let output = try OutputFile(path)
    if include { try output.write(Array(Self.headText(of: response.head).utf8)) }
    return output
  }

  /// Status line and fields, as `-i` prints them.
  static func headText(of head: HTTPResponse) -> String {
    "HTTP \(head.status)\r\n" + head.headerFields.map { "\($0.name): \($0.value)\r\n" }.joined() + "\r\n"
  }
}
