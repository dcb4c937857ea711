/// The callbacks of a running easy handle. All are called on the loop thread.
protocol CurlEasyDelegate: AnyObject {
  /// Notes that libcurl is about to send the request over a connection.
  ///
  /// - Parameters:
  ///   - connection: The connection if a request was sent over it before, and `nil` for a new one.
  ///   - isRefused: Whether the server has asked for HTTP/1.1 instead of the connection before this one, if any.
  /// - Returns: `false` to end the exchange.
  func maySendRequest(over connection: Receipt.UsedConnection?, afterRefusal isRefused: Bool) -> Bool
  /// Appends the next bytes of the request's body; appends nothing at the end.
  func readBody(into output: inout OutputSpan<UInt8>) -> CurlEasy.ReadResult
  /// Restarts the request's body at byte 0.
  ///
  /// - Returns: `false` if the body cannot be read again.
  func rewindBody() -> Bool
  /// Takes a line of the response: the status line, a field, or the empty line after the fields.
  ///
  /// - Returns: `false` to end the exchange.
  func receive(headLine: borrowing Span<UInt8>) -> Bool
  /// Takes bytes of the response's body.
  ///
  /// The bytes of a chunked body are passed as they were received.
  func receive(body: borrowing Span<UInt8>) -> CurlEasy.WriteResult
  /// The number of bytes of the request's body that are still to be sent, by its declared size, or `nil` if the size
  /// was not declared.
  var announcedRest: Int64? { get }
  /// Whether only the end of the connection marks the end of the response's body.
  var endsWithConnection: Bool { get }
}

extension CurlEasy {
  /// The result of reading the request's body: bytes (none at the end), no bytes for now, or an error.
  enum ReadResult { case bytes, waiting, failed }

  /// The result of taking bytes of the response's body: all, none for now, or an error. After a pause, libcurl passes
  /// the same bytes again.
  enum WriteResult { case taken, paused, failed }
}
