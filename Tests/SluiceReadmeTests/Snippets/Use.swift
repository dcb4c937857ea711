// The snippets of "Use", formatted as in the README.
// swift-format-ignore-file

import Sluice

private func uploading() async throws {
  // README
  struct Receipt: Decodable { var id: String }

  let session = Session(baseURL: "https://api.example.com/v1/")
  let form = MultipartForm {
    FormField("title", "Holiday")
    FormFile("video", at: "/data/holiday.mov")      // opened when its turn comes, closed when it ends
  }
  let receipt = try await session.upload(form, to: "videos", decoding: .json(Receipt.self)) { progress in
    print(progress)
  }
  // end
  _ = receipt
}

private func calling(session: Session, id: Int, name: String) async throws {
  // README
  struct User: Codable { var name: String }
  struct Event: Decodable { var text: String }

  let user: User = try await session.get("users/\(id)")
  let found: [User] = try await session.get("users", query: ["q": name], options: .init(timeout: .after(.seconds(3))))
  let made = try await session.post("users", User(name: "Ann"), decoding: .json(User.self))
  for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { print(event.text) }
  // end
  _ = (user, found, made)
}

private func resuming(session: Session, path: String) async throws {
  // README
  try await session.upload(.file(at: path), to: "videos", resumable: .standard(record: "holiday.upload"))
  // end
}

private func failing(session: Session, id: Int) async throws {
  // README
  do {
    try await session.delete("users/\(id)")
  } catch let error as any SluiceError {
    print(error.code, error.status?.code ?? 0, error.isRetryable, error.message)
  }
  // end
}
