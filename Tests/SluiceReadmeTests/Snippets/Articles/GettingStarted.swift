// The snippets of "Getting started", formatted as there.
// swift-format-ignore-file

import Sluice
import SluiceTesting

/// Runs the program of the article, and returns what its comments claim.
func runGettingStarted() async throws -> (user: String, path: String?, receipt: String, isExact: Bool) {
  // Article
  let server = try LoopbackServer.http { request, connection in
    let json: HTTPFields = [.contentType: "application/json"]
    switch request.path {
    case "/v1/users/1":
      try connection.respond(200, fields: json, body: #"{"name":"Ann"}"#)
    case "/v1/files":
      let byteCount = try connection.readBody { _ in }
      try connection.respond(201, fields: json, body: #"{"id":"f1","byteCount":\#(byteCount)}"#)
    default:
      try connection.respond(404, fields: json, body: #"{"message":"no such resource"}"#)
    }
  }
  // end

  // Article
  struct User: Codable { var name: String }

  let session = Session(baseURL: server.url + "/v1/")
  let user = try await session.get("users/1", decoding: .json(User.self))
  print(user.name)                                                   // Ann
  // end

  // Article
  let again = try await session.get(
    "users/1", query: ["verbose": "yes"], fields: [.acceptLanguage: "de"],
    options: .init(timeout: .after(.seconds(3))), decoding: .json(User.self))
  // end
  _ = again

  // Article
  let query = try session.request(.get, "users/1", query: ["verbose": "yes"])
  print(query.url ?? "")                                             // http://127.0.0.1:…/v1/users/1?verbose=yes
  // end

  // Article
  struct Receipt: Decodable { var id: String; var byteCount: Int64 }

  let form = MultipartForm {
    FormField("title", "A program")
    FormFile("program", at: CommandLine.arguments[0])
  }
  let receipt = try await session.upload(form, to: "files", decoding: .json(Receipt.self)) { progress in
    print("\(progress.sentBodyByteCount) bytes sent")
  }
  print(receipt.id, try receipt.byteCount == form.byteCount ?? 0)    // f1 true
  // end

  // Article
  struct Problem: Error, Decodable { var message: String }

  do {
    _ = try await session.get("users/2", decoding: .json(User.self).decoding(failure: Problem.self))
  } catch let error as ResponseError {
    print(error.code, error.status?.code ?? 0)                       // unacceptable-status 404
    if let problem = error.underlying as? Problem { print(problem.message) }    // no such resource
  }
  // end

  // Article
  do {
    try await session.upload(.file(at: "/no/such/file"), to: "files")
  } catch let error as SessionError {
    print(error.code, (error.underlying as? BodyError)?.code.description ?? "")    // body-failed file-missing
  }

  server.stop()
  do {
    try await session.delete("users/1")
  } catch let error as SessionError {
    print(error.code)                                                // connection-failed
  }
  // end
  return (user.name, query.head.path, receipt.id, try receipt.byteCount == form.byteCount)
}
