internal import Glibc
internal import Sluice
internal import SluiceSupport

extension TransferOptions {
  /// Writes the body of a response as it arrives, and throws an error at the end if the status is not 2xx.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - path: The file for a response with a status of 2xx, or `nil` for standard output, to which all responses are
  ///     written.
  func write(_ response: Response, to path: String?) async throws {
    let isGood = (200..<300).contains(response.head.status.code)
    if !isGood, path != nil {
      // The decoder throws an error that contains the start of the body.
      _ = try await response.value(decoding: .bytes)
    }
    let output = try output(path, for: response)
    do {
      try await output.write(response.body, upTo: maxBody.map { Int64($0) })
    } catch let error as SessionError {
      await response.body.refuse(for: error)
      // The status is more useful than the reason why the body was cut short.
      if isGood { throw error }
    }
    guard isGood else {
      throw ResponseError(
        .unacceptableStatus, response: response.head, request: response.request, body: CollectedBody([]))
    }
    try output.commit()
  }

  /// Writes a response after it was decoded. A response that cannot have a body is not decoded.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - decoder: The decoder.
  ///   - path: The file, or `nil` for standard output.
  ///   - bytes: Returns the bytes to write, from the body and the decoded value.
  func write<Value>(
    _ response: Response, decoding decoder: ResponseDecoder<Value>, to path: String?,
    bytes: (CollectedBody, Value) -> [UInt8]
  ) async throws {
    var collector = ResponseDecoder.collected
    collector.validation = decoder.validation
    let body = try await response.value(decoding: collector, upTo: maxBody ?? 64 << 20)
    let lacksBody =
      body.isEmpty && (response.request.method == .head || [204, 205].contains(response.head.status.code))
    var printed: [UInt8] = []
    do {
      if !lacksBody {
        let value = try await response.body.deadline.limiting {
          try await decoder.decode(response.head, for: response.request, body: body)
        }
        printed = bytes(body, value)
      }
    } catch {
      await response.body.refuse(for: error)
      throw error
    }
    let output = try output(path, for: response)
    try output.write(printed)
    try output.commit()
  }

  /// Writes the elements of a response as they arrive.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - decoder: The decoder of the elements.
  ///   - path: The file, or `nil` for standard output.
  ///   - line: Appends the line of an element to the bytes to write.
  func write<Element>(
    _ response: Response, decoding decoder: StreamDecoder<ElementStream<Element>>, to path: String?,
    line: (Element, inout [UInt8]) -> Void
  ) async throws {
    do {
      let elements = try await response.stream(decoding: decoder)
      let output = try output(path, for: response)
      var lines: [UInt8] = []
      // A batch has all elements that have arrived, so none is withheld while the next ones are awaited.
      for try await batch in elements.batches {
        try checkSize(response.body.decodedByteCount)
        lines.removeAll(keepingCapacity: true)
        for element in batch { line(element, &lines) }
        try output.write(lines)
      }
      try output.commit()
    } catch {
      // The parsers of elements have errors of their own.
      if error is StreamError || error is JSON.SyntaxError { await response.body.refuse() }
      await response.body.refuse(for: error)
      throw error
    }
  }

  private func checkSize(_ count: Int64) throws(Failure) {
    if let maxBody, count > maxBody {
      throw Failure(.dataRefused, "body-too-large", "the response has more than \(maxBody) bytes")
    }
  }

  private func output(_ path: String?, for response: Response) throws -> OutputFile {
    let output = try OutputFile(path)
    if include {
      try output.write(
        Self.headBytes(
          of: response.head, httpVersion: response.httpVersion,
          onTerminal: path == nil && isTerminal(STDOUT_FILENO)))
    }
    return output
  }

  /// Returns the status line and the header fields, as printed by `-i`.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - httpVersion: The version of HTTP.
  ///   - onTerminal: Whether they are shown on a terminal, for which control characters are escaped. Elsewhere, the
  ///     values have the bytes that were received. The reason phrase is UTF-8. Defaults to whether standard output is a
  ///     terminal.
  static func headBytes(
    of head: HTTPResponse, httpVersion: String, onTerminal: Bool = isTerminal(STDOUT_FILENO)
  ) -> [UInt8] {
    let reason = head.status.reasonPhrase
    let statusLine = "HTTP/\(httpVersion) \(head.status.code)" + (reason.isEmpty ? "" : " \(reason)")
    var bytes = Array((onTerminal ? statusLine.escapingControls : statusLine).utf8)
    for field in head.headerFields {
      bytes += "\r\n\(field.name): ".utf8
      bytes += onTerminal ? Array(String(legacy: field.bytes.span).escapingControls.utf8) : field.bytes
    }
    return bytes + "\r\n\r\n".utf8
  }
}
