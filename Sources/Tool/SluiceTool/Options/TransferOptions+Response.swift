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
  func write(_ response: SessionResponse, to path: String?) async throws {
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

  /// Writes a response after it was decoded. A response to HEAD has nothing to decode; any other one without content,
  /// such as that with the status 204, is an error unless the decoder has a value for it.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - decoder: The decoder.
  ///   - path: The file, or `nil` for standard output.
  ///   - bytes: Returns the bytes to write, from the body and the decoded value.
  func write<Value>(
    _ response: SessionResponse, decoding decoder: ResponseDecoder<Value>, to path: String?,
    bytes: (CollectedBody, Value) -> [UInt8]
  ) async throws {
    var collector = ResponseDecoder.collected
    collector.validation = decoder.validation
    let body = try await response.value(decoding: collector, upTo: maxBody ?? 64 << 20)
    var printed: [UInt8] = []
    do {
      if !(body.isEmpty && response.request.method == .head) {
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

  /// Writes the elements of a response as they arrive. An empty body that has no elements of the format, such as one
  /// without the brackets of an array, is the error of any other format: `empty-body`.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - decoder: The decoder of the elements.
  ///   - path: The file, or `nil` for standard output.
  ///   - line: Appends the line of an element to the bytes to write.
  func write<Element>(
    _ response: SessionResponse, decoding decoder: StreamDecoder<ElementStream<Element>>, to path: String?,
    line: (Element, inout [UInt8]) -> Void
  ) async throws {
    do {
      let elements = try await elements(of: response, decoding: decoder)
      let output = try output(path, for: response)
      var lines: [UInt8] = []
      // A batch has all elements that have arrived, so none is withheld while the next ones are awaited.
      do {
        for try await batch in elements.batches {
          lines.removeAll(keepingCapacity: true)
          for element in batch { line(element, &lines) }
          try output.write(lines)
        }
      } catch
        where (error is StreamError || error is JSON.SyntaxError) && response.body.decodedByteCount == 0
      {
        if response.request.method != .head {
          throw ResponseError(
            .emptyBody, response: response.head, request: response.request, body: CollectedBody([]))
        }
      }
      try output.commit()
    } catch {
      // The parsers of elements have an error of their own.
      if error is StreamError { await response.body.refuse() }
      await response.body.refuse(for: error)
      throw error
    }
  }

  /// Returns the elements of a response. Other bytes, such as comments and blank lines, count for the limit, too.
  private func elements<Element>(
    of response: SessionResponse, decoding decoder: StreamDecoder<ElementStream<Element>>
  ) async throws -> ElementStream<Element> {
    guard let maxBody, decoder.validation.refusal(of: response.head) == nil else {
      return try await response.stream(decoding: decoder)
    }
    let chunks = response.body.map { [body = response.body] chunk in
      if body.decodedByteCount > maxBody {
        throw Failure(.dataRefused, "body-too-large", "the response has more than \(maxBody) bytes")
      }
      return chunk
    }
    return ElementStream(chunks, decoding: decoder)
  }

  private func output(_ path: String?, for response: SessionResponse) throws -> OutputFile {
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
  ///     values have the bytes that were received. The reason phrase is UTF-8, with blanks for its control characters.
  ///     Defaults to whether standard output is a terminal.
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
