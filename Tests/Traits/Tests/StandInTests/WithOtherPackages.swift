// The snippets of the article "With other packages", formatted as there.
// swift-format-ignore-file

import AsyncHTTPClient
import NIOCore
import Sluice
import SluiceAsyncHTTPClient
import Vapor

private struct Receipt: Decodable, Sendable {}

private func upload(_ client: HTTPClient) async throws -> Receipt {
  // Article
  let form = MultipartForm { FormFile("video", at: "/data/holiday.mov") }
  let head = HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: "/videos")
  let request = try HTTPClientRequest(SessionRequest(head, body: form))
  let response = try await client.execute(request, timeout: .seconds(60))
  let receipt = try await ResponseDecoder.json(Receipt.self).decode(response)
  // end
  return receipt
}

private func connect() -> Sluice.Session {
  // Article
  typealias HTTPSession = Sluice.Session

  let session = HTTPSession(baseURL: "https://api.example.com/v1/")
  // end
  return session
}
