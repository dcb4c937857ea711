public import HTTPTypes
public import SluiceSerialization

/// A response whose head has arrived, and whose body comes as it is read.
public struct Response: Sendable {
  /// Status and fields.
  public let head: HTTPResponse
  /// Where the response is from, after redirects.
  public let url: String
  public let body: ResponseBody
}

extension Response {
  /// Validates the head, collects the body and decodes it.
  ///
  /// - Parameter limit: the most bytes that are collected, 64 MiB by default. More are a ``SessionError`` with the code
  ///   `body-too-large`.
  /// - Throws: a ``ResponseError`` where status or media type are not acceptable or the body cannot be decoded; it holds
  ///   the response and the start of its body.
  public func decoded<Output: Sendable>(
    by decoder: ResponseDecoder<Output>, upTo limit: Int = 64 * 1024 * 1024
  ) async throws -> Output {
    guard let refusal = decoder.refusal(of: head) else {
      return try decoder.decode(head, body: try await body.collect(upTo: limit))
    }
    var start: [UInt8] = []
    do {
      start = try await body.prefix(upTo: ResponseError.bodyLimit).bytes
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      // The status says more than how the rest was lost.
    }
    throw ResponseError(refusal, response: head, body: start)
  }
}
