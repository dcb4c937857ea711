// The snippets of the landing page of SluiceURLSession, formatted as there.
// swift-format-ignore-file

import Foundation
import FoundationNetworking
import Sluice
import SluiceURLSession

private func sending() async throws {
  // Article
  let head = HTTPRequest(method: .post, scheme: "https", authority: "api.example.com", path: "/notes")
  let request = SessionRequest(head, body: MultipartForm { FormField("text", "Hello") })
  let text = try await URLSession.shared.send(request, decoding: .text())
  // end
  _ = text
}

private func downloading(_ request: SessionRequest) async throws {
  // Article
  let (file, response) = try await URLSession.shared.download(for: URLRequest(request))
  guard let head = HTTPResponse(response) else { throw URLError(.badServerResponse) }
  let lines = try await StreamDecoder.lines().stream(head, body: .file(at: file.path))
  for try await line in lines { print(line) }
  // end
}
