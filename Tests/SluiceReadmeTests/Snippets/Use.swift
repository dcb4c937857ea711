// The snippets of "Use", formatted as in the README.
// swift-format-ignore-file

import Sluice

private struct OtherClient {
  func begin(type: String?, byteCount: Int64?) throws {}
  func write(_ chunk: [UInt8]) async throws {}
}

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

private func sending(form: MultipartForm, with other: OtherClient) async throws {
  // README
  try other.begin(type: form.contentType, byteCount: form.byteCount)   // exact
  for try await chunk in form.chunks() { try await other.write(chunk) }
  // end
}

private func bodies(chunks: AsyncStream<[UInt8]>) async throws {
  // README
  let bodies: [any BodySource] = [
    .bytes([1, 2, 3]),
    .text("héllo"),
    .file(at: "/data/a.bin"),
    FileSource(at: "/data/a.bin", range: 1000..<2000),
    .joined([.text("head\n"), .file(at: "/data/a.bin")]),
    .throttled(.file(at: "/data/a.bin"), maximumRate: 100_000),   // bytes per second; or packets with a delay
    .async(chunks, byteCount: 4096),       // an async sequence, read once; chunked without the count
  ]
  // end
  _ = bodies
}

private func forms(lines: AsyncStream<[UInt8]>) async throws {
  // README
  var form = MultipartForm(.mixed) {
    Field("note", "in any order")
    File("part", at: "/data/a.bin", range: 0..<1000, fileName: "a-1.bin")
    File("log", .async(lines), fileName: "log.txt", contentType: .plainText)
  }
  form.append(MultipartForm.Part("more", MultipartForm(.related) { Field("note", "inside") }))
  // end
}

private func values(session: Session, newUser: User) async throws {
  // README
  let user = try await session.post("users", newUser, as: .json, decoding: .json(User.self))
  let hits: [Hit] = try await session.get("search", Search(text: "to & fro"), as: .query)   // JSON by default
  try await session.put("users/1", user)         // JSON by default; validates the status, ignores the response's body
  // end
  _ = hits
}

private func coders() async throws {
  // README
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.serializer.json.keyEncodingStrategy = .convertToSnakeCase
  configuration.serializer.query.arrays = .repeated
  configuration.decoder.json.keyDecodingStrategy = .convertFromSnakeCase
  configuration.failure = .json(APIError.self)   // the `underlying` error of each ResponseError with a wrong status
  let session = Session(configuration)

  let user = try await session.get("users/1", decoding: .json(User.self))                                 // snake case
  let other = try await session.get("other/1", decoding: .json(User.self, decoder: JSON.Decoder()))       // as it is
  // end
  _ = (user, other)
}

private func requests(session: Session, form: MultipartForm) async throws {
  // README
  let request = try session.request(.post, "videos", form, as: .multipart)
  print(request.curlCommand())                   // curl https://… -F 'video=@"/data/holiday.mov";…', without secrets
  let kept = try JSON.Encoder().encode(request)  // bytes and paths; a body that can be read only once is refused
  let response = try await session.send(JSON.Decoder().decode(Request.self, from: kept))
  // end
  _ = response
}

// README
extension RequestSerializer<[[String]]> {
  static let csv = RequestSerializer { rows, request in
    request.setBody(.text(rows.map { $0.joined(separator: ",") }.joined(separator: "\r\n")), contentType: "text/csv")
  }
}
// end
