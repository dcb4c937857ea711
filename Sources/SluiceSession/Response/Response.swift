public import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
public import SluiceSerialization

/// A response whose head has arrived, and whose body comes as it is read.
public struct Response: Sendable {
  /// Status and fields.
  public let head: HTTPResponse
  /// What it answers, after redirects: method and URL, without fields.
  public let request: HTTPRequest
  /// Where it is from, after redirects.
  public let url: String
  /// The redirects that led to it, in order.
  public let redirects: [Redirect]
  public let body: ResponseBody
  let spool: SpooledBytes

  /// How the exchange went; nil until it has ended, which it has when the body has been read.
  public var metrics: TransferMetrics? { body.metrics }
}

extension Response: CustomStringConvertible, CustomReflectable {
  /// Status, and what it answers, without secrets.
  public var description: String {
    "\(head.status) (\(request.method.rawValue) \(url.withoutQuery))"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Response {
  /// Validates the head, collects the body and decodes it.
  ///
  /// - Parameter limit: the most bytes that are collected, 64 MiB by default. More are a ``SessionError`` with the code
  ///   `body-too-large`. Of a response that is refused, the first 64 KiB are.
  /// - Throws: a ``ResponseError`` where status or media type are not acceptable or the body cannot be decoded; it holds
  ///   the response and the start of its body.
  public func decoded<Output: Sendable>(
    by decoder: ResponseDecoder<Output>, upTo limit: Int = 64 * 1024 * 1024
  ) async throws -> Output {
    let collected =
      if decoder.validation.refusal(of: head) != nil {
        try await decoder.validation.start(of: body, refusedBy: head)
      } else {
        try await body.collected(upTo: limit, into: spool)
      }
    return try await decoder.decode(head, to: request, body: collected)
  }

  /// Validates the head, and hands out what is in the body as it arrives.
  ///
  /// - Throws: a ``ResponseError`` where status or media type are not acceptable.
  public func stream<Stream: AsyncSequence & Sendable>(by decoder: StreamDecoder<Stream>) async throws
    -> Stream
  {
    try await decoder.stream(head, to: request, body: body)
  }

  /// Reads what is left of a body that nobody wants: a small one leaves a connection that can be used again. The transfer of
  /// any other ends.
  func discard() async {
    _ = try? await CollectedBody.collecting(body, upTo: 64 * 1024)
    body.release()
  }
}
