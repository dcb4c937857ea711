// The snippets of the landing page of SluiceAsyncHTTPClient, formatted as there.
// swift-format-ignore-file

import AsyncHTTPClient
import NIOCore
import Sluice
import SluiceAsyncHTTPClient

private struct Receipt: Decodable, Sendable {}
private struct Event: Decodable, Sendable {}

private func handle(_ event: Event) {}

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

private func stream(_ response: HTTPClientResponse) async throws {
  // Article
  for try await event in try await StreamDecoder.jsonLines(Event.self).stream(response) { handle(event) }
  // end
}

private func session() throws -> Session {
  // Article
  var settings = HTTPClient.Configuration()
  settings.redirectConfiguration = .disallow
  let client = HTTPClient(configuration: settings)
  let session = try Session(.init(baseURL: "https://api.example.com/v1/"), transport: .asyncHTTPClient(client))
  // end
  return session
}
