public import Foundation
public import FoundationNetworking
internal import SluiceBody
public import SluiceSerialization

extension URLSession {
  /// Sends a request with its body, whose exact size is sent as `Content-Length`.
  ///
  /// A body of up to 1 MiB is read into memory. Any other is written to a temporary file first, in constant memory, and
  /// sent from there: on Linux, `URLSession` can send data and files with their sizes. A stream would need an
  /// `InputStream` of Foundation, and has no `Content-Length`. The file can be read by its owner only, and is removed
  /// when the request has ended.
  ///
  /// A request with a body is sent in another session, with the configuration of this one, but neither its connections
  /// nor its delegate. There, a 307 or 308 is the response: on Linux, `URLSession` would send an empty body to its
  /// target. So is a 401. To a request without a body, Foundation of Swift 6.3.1 never returns a 401 with a
  /// `WWW-Authenticate` field, unless the delegate of this session handles the challenge.
  ///
  /// If the current task is cancelled, the call ends. A request without a body ends too, unless its response has not
  /// begun and this session has a `urlCache`. Any other goes on, and its response is ignored: Foundation of Swift 6.3.1
  /// traps if such a task is cancelled.
  ///
  /// - Parameter request: The request, with an absolute URL.
  /// - Returns: The whole body of the response, in memory, and the response.
  /// - Throws: A `URLError`; the error of the request's body; a `CancellationError` if the task is cancelled.
  public func send(_ request: Request) async throws -> (Data, URLResponse) {
    let head = try URLRequest(request)
    do {
      guard let body = request.body else {
        let response = TaskResponse()
        let task = dataTask(with: head, completionHandler: response.end)
        // Foundation traps if the task is cancelled while the cache is searched.
        let hasCache = configuration.urlCache != nil
        return try await response.value(of: task) { !hasCache || task.response != nil }
      }
      if let count = try body.byteCount, count <= Self.maximumInMemoryByteCount {
        let bytes = try await Data(CollectedBody(collecting: body.chunks(), upTo: Int(count)).bytes)
        return try await Upload.run(configuration) { $0.uploadTask(with: head, from: bytes) }
      }
      let file = try await BodyFile(of: body)
      return try await Upload.run(of: file, configuration) { $0.uploadTask(with: head, fromFile: file.url) }
    } catch {
      // A cancelled task of the session ends with a `URLError`.
      try Task.checkCancellation()
      throw error
    }
  }

  /// Sends a request with its body like ``send(_:)``, and decodes the response.
  ///
  /// ```swift
  /// let receipt = try await URLSession.shared.send(request, decoding: .json(Receipt.self))
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request, with an absolute URL. The decoder's media types are not added to it as `Accept`.
  ///   - decoder: The decoder.
  /// - Throws: A `ResponseError` if the response is not acceptable or cannot be decoded; the errors of ``send(_:)``.
  public func send<Output: Sendable>(
    _ request: Request, decoding decoder: ResponseDecoder<Output>
  ) async throws -> Output {
    let (body, response) = try await send(request)
    return try await decoder.decode(body, response, for: request)
  }

  private static let maximumInMemoryByteCount: Int64 = 1 << 20
}
