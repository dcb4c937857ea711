// The snippets of the article "With OpenAPI", formatted as there.
// swift-format-ignore-file

import Foundation
import HTTPTypes
import OpenAPIRuntime
import Sluice

// Article
/// Sends the requests of a generated client with a session.
struct SessionTransport: ClientTransport {
  let session: Session

  func send(
    _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
  ) async throws -> (HTTPResponse, HTTPBody?) {
    let url = baseURL.absoluteString + (request.path ?? "")
    let response = try await session.send(
      session.request(request.method, .init(url), fields: request.headerFields, body: body.map(RequestBody.init)))
    return (response.head, try HTTPBody(response.body))
  }
}
// end

// Article
/// A body of a generated client, which is sent again after a redirect if its sequence can be iterated again.
struct RequestBody: BodySource {
  let body: HTTPBody

  var byteCount: Int64? { if case .known(let count) = body.length { count } else { nil } }
  var isReplayable: Bool { body.iterationBehavior == .multiple }
  var needsOwnThread: Bool { false }

  func makeReader() throws -> any BodyReader { try AnyBody.async(body, byteCount: byteCount).makeReader() }
}
// end

// Article
extension HTTPBody {
  /// Creates a body with the bytes and the exact length of a source, such as a form.
  convenience init(_ source: some BodySource) throws {
    self.init(
      source.chunks().map { $0[...] }, length: try source.byteCount.map { .known($0) } ?? .unknown,
      iterationBehavior: source.isReplayable ? .multiple : .single)
  }
}
// end

// Article
func readParts(of body: HTTPBody, _ contentType: String) async throws {
  for try await part in try MultipartReader(body, contentType: contentType) where part.fileName != nil {
    try await part.write(inFolder: "/data/videos", ifExists: .unique)
  }
}
// end
