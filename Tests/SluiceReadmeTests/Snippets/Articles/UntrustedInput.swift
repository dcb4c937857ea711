// The snippets of "Untrusted input", formatted as there.
// swift-format-ignore-file

import Sluice

private struct Upload: Decodable {}

private func server(body: AsyncStream<[UInt8]>, type: String) async throws {
  // Article
  var limits = MultipartLimits()
  limits.maximumPartCount = 20
  limits.maximumByteCount = 200 << 20
  var decoder = FormDecoder()
  decoder.maximumFileByteCount = 100 << 20
  let reader = try MultipartReader(body, contentType: type, limits: limits)
  let form = try await decoder.decode(Upload.self, from: reader)
  // end
  _ = form
}

private func client() {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.timeout = .seconds(60)
  configuration.maximumBodyByteCount = 1 << 20
  configuration.decodingLimits = .init(maximumByteCount: 100 << 20, maximumRatio: 200)
  // end
  _ = configuration
}

private func chunks(_ chunks: AsyncStream<[UInt8]>) async throws {
  // Article
  let limits = Inflater.Limits(maximumByteCount: 100 << 20, maximumRatio: 200)
  for try await chunk in chunks.inflated(.gzip, limits: limits) { handle(chunk) }
  // end
}

private func paths(session: Session) async throws {
  // Article
  let id = "../admin?all"
  let user: User = try await session.get("users/\(id)")                  // …/users/..%2Fadmin%3Fall
  let found: [User] = try await session.get("users", query: ["name": id]) // …/users?name=..%2Fadmin%3Fall
  // end
  _ = (user, found)
}

private func names() {
  // Article
  print(SafeFileName("../../etc/passwd"))       // passwd
  print(SafeFileName(#"C:\tmp\a?.txt"#))        // a_.txt
  print(SafeFileName("-rf"))                    // _rf
  // end
}
