// The snippet of "Moving from other clients", formatted as there, and calls that its tables name.
// swift-format-ignore-file

import Sluice

private func snippet(newUser: User) async throws {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.timeout = .seconds(30)
  configuration.retries = .standard
  let session = Session(configuration)

  let user = try await session.get("users/1", decoding: .json(User.self))
  let made: User = try await session.post("users", newUser)
  let form = MultipartForm { FormFile("video", at: "/data/holiday.mov") }
  try await session.upload(form, to: "videos") { print($0.fractionCompleted ?? 0) }
  try await session.download("videos/1", to: .folder("/data"))
  // end
  _ = (user, made)
}

private func tables(
  session: Session, configuration: inout Session.Configuration, request: SessionRequest, resumption: DownloadResumption,
  chunks: AsyncStream<[UInt8]>, body: AnyBody
) async throws {
  let _: [User] = try await session.get("users", query: ["page": 2])
  let _: User = try await session.post("users", User(name: "Ann"), encoding: .urlEncoded)
  _ = FormFile("name", .bytes([1]), fileName: "a")
  _ = FormFile("name", .async(chunks, byteCount: 1), fileName: "a")
  _ = MultipartForm.Part(nil, body, headers: ["X-A": "b"])
  let _: any BodySource = .throttled(body, packetByteCount: 1, delay: .seconds(1))
  configuration.credentials = .fixed(.basic(user: "ada", password: ""))
  let _: User = try await session.get("users", query: .init(User(name: "Ann")))
  _ = try await session.get("users", decoding: .jsonValue(removingNulls: true))
  try await session.download(request, to: .chosen { "/data/\($0.suggestedName)" })
  try await session.download(resuming: resumption)
  _ = try await session.get("users/1", decoding: .json(User.self).strippingXSSIPrefix())
  var request = request
  try request.compressBody()
  _ = request.curlCommand()
  configuration.redirects.decide = { _, _ in .follow }
  configuration.trust.pinnedPublicKeys = []
  _ = try await session.send(request).body.collect(upTo: 1000)
  configuration.fields[.authorization] = AuthorizationField.basic(user: "ada", password: "")
  await session.invalidate()
}
