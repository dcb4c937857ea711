// The snippets of "Use", formatted as in the README.
// swift-format-ignore-file

import Sluice

private func uploading() async throws {
  // README
  struct Receipt: Decodable { var id: String }

  let session = Session(.init(baseURL: "https://api.example.com/v1/"))
  let form = MultipartForm {
    Field("title", "Holiday")
    File("video", at: "/data/holiday.mov")
  }
  let receipt = try await session.upload(form, to: "videos", decoding: .json(Receipt.self)) { progress in
    print(progress.fractionCompleted ?? 0, progress.rate ?? 0, progress.timeLeft ?? .zero)
  }
  // end
  _ = receipt
}

private func calling() async throws {
  // README
  struct User: Codable { var name: String }
  struct Event: Decodable { var text: String }
  struct APIError: Error, Decodable { var message: String }

  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.decoder.json.keyDecodingStrategy = .convertFromSnakeCase
  configuration.failure = .json(APIError.self)      // decodes the body of a response with a status that is an error
  configuration.retries = .standard                 // by default, nothing is retried
  let session = Session(configuration)

  let user: User = try await session.get("users/1")
  let made = try await session.post("users", User(name: "Ann"), decoding: .json(User.self))
  for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { print(event.text) }
  // end
  _ = (user, made)
}
