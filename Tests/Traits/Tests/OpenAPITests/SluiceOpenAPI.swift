// The snippets of the landing page of SluiceOpenAPI, formatted as there.
// swift-format-ignore-file

import Foundation
import OpenAPIRuntime
import Sluice
import SluiceOpenAPI

/// As a generator makes them.
private struct Client {
  let serverURL: URL
  let transport: any ClientTransport
}
private enum Servers {
  enum Server1 {
    static func url() throws -> URL { URL(filePath: "/") }
  }
}

private func makeClient() throws -> Client {
  // Article
  let session = Session()
  let client = Client(serverURL: try Servers.Server1.url(), transport: SessionTransport(session))
  // end
  return client
}

private func makeBody() throws -> HTTPBody {
  // Article
  let form = MultipartForm {
    FormField("title", "Holiday")
    FormFile("video", at: "/data/holiday.mov")
  }
  let body = try HTTPBody(form)
  // end
  return body
}

private func readParts(of body: HTTPBody, _ contentType: String) async throws {
  // Article
  for try await part in try MultipartReader(body, contentType: contentType) where part.fileName != nil {
    try await part.write(inFolder: "/data/videos", ifExists: .unique)
  }
  // end
}
