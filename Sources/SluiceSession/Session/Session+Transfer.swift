public import SluiceSerialization

extension Session {
  /// Starts a transfer that sends a request and decodes its response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - decoder: Validates and decodes the response. Its media types are sent as `Accept`, unless the request has that
  ///     field.
  /// - Returns: A handle with the progress and the result.
  public func transfer<Output: Sendable>(
    _ request: Request, decoding decoder: ResponseDecoder<Output>
  ) -> Transfer<Output> {
    Transfer(request, decoding: decoder, in: runner)
  }
}
