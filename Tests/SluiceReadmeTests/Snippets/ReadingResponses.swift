// The snippets of "Reading responses", formatted as in the README.
// swift-format-ignore-file

import Sluice

private func show(_ users: [User], tag: String?) {}

private func decoders(session: Session) async throws {
  // README
  let user = try await session.get("users/1", decoding: .json(User?.self).accepting(statuses: 200..<300, 304..<305))
  let page = try await session.get("old", decoding: .text())                     // in its charset, or UTF-8
  let names = try await session.get("users", decoding: ResponseDecoder.json([User].self).map { $0.map(\.name) })
  let either = ResponseDecoder.first(of: .json([User].self), .propertyList([User].self))   // by media type
  // end
  _ = (user, page, names, either)
}

private func failures(session: Session) async throws {
  var user: User?
  // README
  do {
    user = try await session.get("users/1", decoding: .json(User.self).decoding(failure: APIError.self))
  } catch let error as ResponseError {
    print(error)             // decoding-failed: Expected to decode String but found number instead in name at line 1, …
    if let failure = error.underlying as? APIError { print(failure.message) }
  }
  // end
  _ = user
}

private func pages(session: Session) async throws {
  // README
  let users = try await session.get("users", decoding: .withHead(.json([User].self)))
  show(users.value, tag: users.head.headerFields[.eTag])
  for try await page in session.pages("users?per_page=100", decoding: .json([User].self)) { add(page.value) }
  for try await page in session.pages("users", decoding: .json(Page.self), next: { $0.value.next }) { add(page.value) }
  // end
}

private func streams(session: Session) async throws {
  // README
  for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
  for try await user in session.stream("export", decoding: .jsonElements(User.self)) { add(user) }   // of one array
  for try await message in session.stream("live", decoding: .serverSentEvents()) { print(message.type, message.data) }
  for try await line in session.stream("log", decoding: .lines()) { print(line) }
  // end
}

private func body(session: Session) async throws {
  // README
  let response = try await session.send(try session.request(.get, "events"))
  for try await chunk in response.body { handle(chunk) }
  // end
}
