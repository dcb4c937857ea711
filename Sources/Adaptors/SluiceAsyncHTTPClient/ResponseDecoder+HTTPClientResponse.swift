#if AsyncHTTPClient
  public import AsyncHTTPClient
  public import SluiceSerialization
  internal import SluiceSession
  internal import SluiceTransport

  extension ResponseDecoder {
    /// Validates a response of AsyncHTTPClient, and decodes its body, as a session does.
    ///
    /// ```swift
    /// let response = try await client.execute(HTTPClientRequest(request), timeout: .seconds(60))
    /// let user = try await ResponseDecoder.json(User.self).decode(response)
    /// ```
    ///
    /// A gzip or deflate content coding is decoded unless the client has done so.
    ///
    /// - Parameters:
    ///   - response: The response. Its body must not have been read.
    ///   - limit: The maximum number of bytes of the body, decoded, or `nil` for no limit. Defaults to 64 MiB. Of a
    ///     refused response, at most 64 KiB are collected. A decoder that ignores the body, such as `.ignored`, has no
    ///     limit.
    /// - Returns: The decoded value.
    /// - Throws: A ``ResponseError`` if the status or the media type is not acceptable or the body cannot be decoded; a
    ///   `SessionError` if the body cannot be received, whose underlying error is that of the client, or with the code
    ///   `body-too-large` for a body above the limit; a `CancellationError`.
    public func decode(_ response: HTTPClientResponse, upTo limit: Int? = 64 * 1024 * 1024) async throws
      -> Output
    {
      let response = try await SessionResponse(response)
      do {
        return try await response.value(decoding: self, upTo: limit)
      } catch let error as SessionError {
        throw response.located(error)
      }
    }
  }

  extension StreamDecoder {
    /// Validates a response of AsyncHTTPClient, and returns the contents of its body, which are decoded as they arrive.
    ///
    /// ```swift
    /// for try await event in try await StreamDecoder.jsonLines(Event.self).stream(response) { handle(event) }
    /// ```
    ///
    /// The body is received only as fast as the sequence is consumed. Releasing the sequence ends the request.
    ///
    /// - Parameter response: The response. Its body must not have been read.
    /// - Returns: The sequence. It throws the errors of the body, as ``ResponseDecoder/decode(_:upTo:)`` does.
    /// - Throws: A ``ResponseError`` if the status or the media type is not acceptable; a `SessionError`; a
    ///   `CancellationError`.
    public func stream(_ response: HTTPClientResponse) async throws -> Stream {
      let response = try await SessionResponse(response)
      return try await response.stream(decoding: self)
    }
  }

  extension SessionResponse {
    /// Returns an error with the URL of the response, unless it has one already or the URL is unknown.
    fileprivate func located(_ error: SessionError) -> SessionError {
      (try? RequestURL(of: request)).map { error.at($0.redacted) } ?? error
    }
  }
#endif
