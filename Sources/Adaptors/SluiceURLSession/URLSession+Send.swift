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
  /// begun and this session has a `urlCache`. Any other continues, and its response is ignored: Foundation of Swift
  /// 6.3.1 traps if such a task is cancelled.
  ///
  /// - Parameter request: The request, with an absolute URL.
  /// - Returns: The whole body of the response, in memory, and the response.
  /// - Throws: A `URLError`; the error of the request's body; a `CancellationError` if the task is cancelled.
  public func send(_ request: SessionRequest) async throws -> (Data, URLResponse) {
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
    _ request: SessionRequest, decoding decoder: ResponseDecoder<Output>
  ) async throws -> Output {
    let (body, response) = try await send(request)
    return try await decoder.decode(body, response, for: request)
  }

  private static let maximumInMemoryByteCount: Int64 = 1 << 20
}

/// An upload in a session of its own, whose delegate it is.
///
/// On Linux, the delegate of a task is not asked about redirects, and neither is that of a session if the task has a
/// completion handler. `URLSession` would follow a 307 or 308 with an empty body. A challenge would never be answered,
/// and the task never end: see [swift-corelibs-foundation#5457](
/// https://github.com/swiftlang/swift-corelibs-foundation/pull/5457).
final class Upload: NSObject, URLSessionDataDelegate {
  /// The file with the request's body, until it is open; `nil` if the body is in memory.
  private let file: Lock<BodyFile?>
  private let result = TaskResponse()
  private let body = Lock(Data())
  /// Whether the response is a 401 or 407, which the end of the task then reports as an error.
  private let isChallenged = Lock(false)

  private init(of file: BodyFile?) { self.file = Lock(file) }

  /// Sends a request, and returns its response.
  ///
  /// - Parameters:
  ///   - file: The file with the request's body, or `nil` if the body is in memory.
  ///   - configuration: The configuration of the session.
  ///   - makeTask: Creates the task.
  static func run(
    of file: BodyFile? = nil, _ configuration: URLSessionConfiguration,
    _ makeTask: (URLSession) -> URLSessionUploadTask
  ) async throws -> (Data, URLResponse) {
    let upload = Upload(of: file)
    let session = URLSession(configuration: configuration, delegate: upload, delegateQueue: nil)
    // After its cancellation, Foundation would trap if it reads the file, and if the delegate allows a redirect.
    return try await upload.result.value(of: makeTask(session)) { false }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler([307, 308].contains(response.statusCode) ? nil : request)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    isChallenged.withLock { $0 = true }
    completionHandler(.cancelAuthenticationChallenge, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData byteCount: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    file.withLock { $0 = nil }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    body.withLock { $0.append(data) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    file.withLock { $0 = nil }
    let isResponse = error == nil || isChallenged.withLock { $0 }
    result.end(body.withLock { $0 }, task.response, isResponse ? nil : error)
    // Foundation keeps a session with its connections if it is invalidated before it has removed the task, after this.
    session.delegateQueue.addOperation { session.finishTasksAndInvalidate() }
  }
}

/// The response of a task of a `URLSession`, or its error, once the task has ended.
final class TaskResponse: Sendable {
  private typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>

  private enum State {
    case running
    case awaited(Continuation)
    case ended(Result<(Data, URLResponse), any Error>)
  }

  private let state = Lock(State.running)

  /// Notes how the task has ended. Only the first call has an effect.
  func end(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let result: Result<(Data, URLResponse), any Error> =
      if let response, error == nil {
        .success((body ?? Data(), response))
      } else {
        .failure(error ?? URLError(.badServerResponse))
      }
    let continuation: Continuation? = state.withLock { state in
      switch state {
      case .running:
        state = .ended(result)
        return nil
      case .awaited(let continuation):
        state = .ended(result)
        return continuation
      case .ended: return nil
      }
    }
    continuation?.resume(with: result)
  }

  /// Starts a task, and waits for its end or for the cancellation of the current task.
  ///
  /// - Parameters:
  ///   - task: The task, which reports its end with ``end(_:_:_:)``.
  ///   - canCancel: Whether the task is cancelled when the current one is. Otherwise, it continues, and its response is
  ///     ignored: Foundation of Swift 6.3.1 traps if some tasks are cancelled.
  func value(
    of task: URLSessionTask, canCancel: @escaping @Sendable () -> Bool
  ) async throws -> (Data, URLResponse) {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<(Data, URLResponse), any Error>? = state.withLock { state in
          if case .ended(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        guard let result else { return task.resume() }
        // A task that has not been started can be cancelled.
        task.cancel()
        continuation.resume(with: result)
      }
    } onCancel: {
      if canCancel() { task.cancel() } else { end(nil, nil, CancellationError()) }
    }
  }
}

/// A temporary file with a body, which is removed with this object.
final class BodyFile: Sendable {
  let url: URL
  private let file: TemporaryFile

  /// Writes a body to a new file.
  ///
  /// - Throws: The error of the body's reader, or a `BodyError` with the code `write-failed`.
  init(of body: any BodySource) async throws {
    let path = "\(SpooledFile.systemFolder)/.sluice-\(UUID())"
    url = URL(filePath: path)
    do throws(SystemError) { file = try TemporaryFile(at: path, permissions: 0o600) } catch {
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
    try await body.write(toFileDescriptor: file.descriptor.rawValue)
  }
}
