internal import Foundation
internal import FoundationNetworking
internal import SluiceBody

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
