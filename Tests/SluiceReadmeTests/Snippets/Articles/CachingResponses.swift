// The snippets of "Caching responses", formatted as there.
// swift-format-ignore-file

import Sluice
import SluiceCache

private func switchOn() async throws {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.cache = .memory(maximumByteCount: 64 << 20)
  let session = Session(configuration)
  let users: [User] = try await session.get("users")     // a request
  let again: [User] = try await session.get("users")     // none, while the response is fresh
  // end
  _ = (users, again)
}

private func store(configuration: inout Session.Configuration) {
  // Article
  configuration.cache?.willStore = { request, response in
    if response.status == .ok { response.headerFields[.cacheControl] = "max-age=60" }
    return request.path?.hasPrefix("/v1/private/") == false
  }
  // end
}

private func status(session: Session) async throws {
  // Article
  let users = try await session.get("users", decoding: .withHead(.json([User].self)))
  let isStored = users.fields[HTTPField.Name("Cache-Status")!]?.hasPrefix("sluice; hit") ?? false
  // end
  _ = isStored
}

private func choose(session: Session) async throws {
  // Article
  var request = try session.request(.get, "users")
  request.options.cachePolicy = .reload
  let users = try await session.send(request, decoding: .json([User].self))
  // end
  _ = users
}

private func keepInFolder(configuration: inout Session.Configuration) throws {
  // Article
  configuration.cache = try .folder("/var/cache/app", maximumByteCount: 8 << 30)
  // end
}

private func logOut(configuration: inout Session.Configuration, session: Session) async throws {
  // Article
  configuration.cache?.partition = "user 17"
  // …
  try await session.cache?.removeAll(partition: "user 17")
  // end
}
