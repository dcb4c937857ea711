// The snippets of the landing pages of all modules, formatted as there.
// swift-format-ignore-file

import FoundationXML
import Sluice
import SluiceBody
import SluiceCache
import SluiceCoding
import SluiceFoundation
import SluiceGzip
import SluiceJSON
import SluiceMultipart
import SluiceNetwork
import SluiceOutbox
import SluiceSerialization
import SluiceTesting

private func umbrella() async throws {
  // Article
  struct User: Codable { var name: String }

  let session = Session(baseURL: "https://api.example.com/v1/")
  let user: User = try await session.get("users/1")
  // end
  _ = user
}

private func bodies() async throws {
  // Article
  let body = AnyBody.joined([.text("head\n"), .file(at: "/data/a.bin")])
  print(try body.byteCount ?? 0)                      // exact, without reading
  for try await chunk in body.chunks() { print(chunk.count) }
  // end
}

private func cache() async throws {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.cache = .memory(maximumByteCount: 64 << 20)
  let session = Session(configuration)
  let users: [User] = try await session.get("users")
  // end
  _ = users
}

private func network() async throws {
  // Article
  for try await status in NetworkStatus.updates {     // now, and then after each change
    print(status.isReachable, status.families)
  }
  // end
}

private func json() throws {
  // Article
  let city = try JSON.Value(parsing: #"{"address":{"city":"Oslo"}}"#)["address"]?["city"]?.string
  // end
  _ = city
}

private func errors() throws {
  // Article
  do {
    _ = try JSON.Value(parsing: "[1,\n 2,]")
  } catch {
    print(error.code, error.message)    // unexpected-character unexpected character at line 2, column 4 (byte 7)
  }
  // end
}

private func coding() throws {
  // Article
  let query = try Query.Encoder().string(for: ["text": "to & fro"])       // text=to%20%26%20fro
  // end
  _ = query
}

private func gzip() async throws {
  // Article
  let body = AnyBody.gzip(.file(at: "/data/a.txt"), level: 9)
  let sized = try await body.measured()               // compresses once to find the exact size
  // end
  _ = sized
}

private func multipart() throws {
  // Article
  let form = MultipartForm {
    FormField("title", "Holiday")
    FormFile("video", at: "/data/holiday.mov")
  }
  print(try form.byteCount ?? 0)
  // end
}

private func serialization(response: HTTPResponse, bytes: [UInt8]) async throws {
  // Article
  let decoder = ResponseDecoder.json([String].self)
  let names = try await decoder.decode(response, body: bytes)     // a response of any client
  // end
  _ = names
}

private func transport() {
  // Article
  var configuration = Session.Configuration()
  configuration.httpVersion = .http1
  configuration.trust.minimumVersion = .tls13
  configuration.addressOverrides = [.init(host: "api.example.com", port: 443, addresses: ["127.0.0.1"])]
  // end
  _ = configuration
}

private func transfers() async throws {
  // Article
  let session = Session(baseURL: "https://api.example.com/v1/")
  try await session.download("videos/1", to: .folder("/data"))
  try await session.upload(.file(at: "/data/a.bin"), to: "files/a", resumable: .standard(record: "a.upload"))
  // end
}

private func session() async throws {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.retries = .standard
  let session = Session(configuration)
  let name: String = try await session.get("users/1/name")
  // end
  _ = name
}

private func outbox(session: Session) async throws {
  // Article
  let outbox = try Outbox(folder: "/var/lib/app/outbox")
  try await outbox.enqueue(session.request(.post, "events", ["name": "start"]), key: "events")
  for try await event in outbox.run(with: session) { print(event) }
  // end
}

private func foundation(session: Session) async throws {
  // Article
  let titles = try await session.get(
    "feed", decoding: .xml { try $0.nodes(forXPath: "//title").compactMap(\.stringValue) })
  // end
  _ = titles
}

private func loopback() throws {
  // Article
  let server = try LoopbackServer.http { request, connection in
    try connection.respond(200, body: request.path)
  }
  defer { server.stop() }
  // end
  _ = server
}

private func testing(configuration: Session.Configuration) async throws {
  // Article
  let stub = try StubTransport([.status(.serviceUnavailable), .json(["name": "Ann"])])
  let session = Session(configuration, transport: stub)
  let user = try await session.get("users/1", decoding: .json([String: String].self))
  // end
  _ = user
}
