public import Foundation
public import FoundationNetworking
internal import HTTPTypes
public import SluiceSerialization

extension ResponseDecoder {
  /// Validates a response of a `URLSession`, and decodes its body.
  ///
  /// - Parameters:
  ///   - body: The body. `URLSession` has removed its content coding.
  ///   - response: The response.
  ///   - request: The request that led to the response, for error messages. Defaults to `nil`.
  /// - Throws: A `ResponseError`; a `URLError` with the code `badServerResponse` if the response is not of HTTP; a
  ///   `CancellationError` if the task is cancelled.
  public func decode(_ body: Data, _ response: URLResponse, for request: Request? = nil) async throws
    -> Output
  {
    guard let head = HTTPResponse(response) else { throw URLError(.badServerResponse) }
    return try await decode(head, for: request?.head, body: [UInt8](body))
  }
}
