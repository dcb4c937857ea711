// The snippets of "Decoding responses", formatted as there.
// swift-format-ignore-file

import Sluice

private func choose(session: Session) async throws {
  // Article
  let user = try await session.get("users/1", decoding: .json(User.self))
  let page = try await session.get("about", decoding: .text())
  let settings = try await session.get("settings", decoding: .propertyList([String: String].self))
  let image = try await session.get("logo.png", decoding: .bytes)
  try await session.send(session.request(.delete, "users/1"), decoding: .ignored)
  // end
  _ = (user, page, settings, image)
}

private func validate(session: Session) async throws {
  // Article
  let found = try await session.get("users/1", decoding: .json(User?.self).accepting(statuses: 200..<300, 304))
  let lax = try await session.get("users/1", decoding: .json(User.self).accepting(mediaTypes: .any))
  let either = ResponseDecoder.first(of: .json([User].self), .propertyList([User].self))    // by media type
  let names = try await session.get("users", decoding: either.map { $0.map(\.name) })
  // end
  _ = (found, lax, names)
}

private func configure() async throws {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.decoder.json.keyDecodingStrategy = .convertFromSnakeCase
  configuration.decoder.json.dateDecodingStrategy = .iso8601
  let session = Session(configuration)

  let mine: User = try await session.get("me")                                             // snake case
  let other = try await session.get("other", decoding: .json(User.self, decoder: JSON.Decoder()))    // as it is
  // end
  _ = (mine, other)
}

// Article
struct Envelope<Value: Decodable & Sendable>: Decodable, Sendable { var data: Value }

extension ResponseDecoder where Output: Decodable & SendableMetatype {
  static func data(_ type: Output.Type) -> ResponseDecoder {
    ResponseDecoder<Envelope<Output>>.json(Envelope<Output>.self).map(\.data)
  }
}
// end

private func unwrap(session: Session) async throws {
  // Article
  let user = try await session.get("users/1", decoding: .data(User.self))
  // end
  _ = user
}

private func custom(session: Session) async throws {
  // Article
  let rows = ResponseDecoder { _, body in
    String(decoding: body.bytes, as: UTF8.self).split(separator: "\r\n").map { $0.split(separator: ",").map(String.init) }
  }
  let table = try await session.get("export", decoding: rows)
  // end
  _ = table
}

private func heads(session: Session) async throws {
  // Article
  let users = try await session.get("users", decoding: .withHead(.json([User].self)))
  print(users.value.count, users.status, users.fields[.eTag] ?? "")
  print(users.fields.link("next")?.target ?? "the last page")
  let head = try await session.head("users")                                       // an `HTTPResponse`
  print(head.status, head.headerFields[.lastModified] ?? "")
  // end
}

private func conditional(session: Session, tag: String) async throws {
  // Article
  let newer = try await session.get(
    "users", fields: [.ifNoneMatch: tag],
    decoding: .withHead(.json([User]?.self).accepting(statuses: 200..<300, 304)))
  print(newer.status == .notModified ? "as before" : "\(newer.value?.count ?? 0) users")
  // end
}

private func pages(session: Session) async throws {
  // Article
  for try await page in session.pages("users?per_page=100", decoding: .json([User].self)) { add(page.value) }
  for try await page in session.pages("users", decoding: .json(Page.self), next: { $0.value.next }) { add(page.value) }
  // end
}

private func errors(session: Session) async throws {
  // Article
  do {
    _ = try await session.get("users/1", decoding: .json(User.self).decoding(failure: APIError.self))
  } catch let error as ResponseError {
    print(error)                  // decoding-failed: Expected to decode String but found number instead in name at line 1, …
    print(error.code, error.status?.code ?? 0, error.codingPath, error.byteOffset ?? 0)
    if let failure = error.underlying as? APIError { print(failure.message) }
  }
  // end
}

private func another(response: HTTPResponse, chunks: AsyncStream<[UInt8]>) async throws {
  // Article
  let body = try await CollectedBody(collecting: chunks, upTo: 1 << 20)       // any async sequence of chunks
  let user = try await ResponseDecoder.json(User.self).decode(response, body: body)
  // end
  _ = user
}
