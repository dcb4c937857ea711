import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The decoder of failures that is set once for a session.
@Suite(.timeLimit(.minutes(5))) struct FailureTests {
  struct Problem: Error, Decodable, Equatable { var errorCode: Int }
  struct Other: Error, Decodable, Equatable { var errorCode: Int }

  typealias Call = @Sendable (Session) async throws -> Void

  static let calls: NamedCases<Call> = [
    "get": { _ = try await $0.get("", decoding: .json([Int].self)) },
    "get, default decoder": { let _: [Int] = try await $0.get("") },
    "delete": { try await $0.delete("") },
    "post": { _ = try await $0.post("", [1], decoding: .bytes) },
    "post, mapped": {
      _ = try await $0.post("", [1], decoding: ResponseDecoder.json([Int].self).map(\.count))
    },
    "put, ignored": { try await $0.put("", [1]) },
    "patch, with head": { _ = try await $0.patch("", [1], decoding: .withHead(.ignored)) },
    "upload": { try await $0.upload(.text("x"), to: "") },
    "send": { _ = try await $0.send($0.request(.get, ""), decoding: .bytes) },
    "the first of two": {
      _ = try await $0.get("", decoding: .first(of: .json([Int].self), .propertyList([Int].self)))
    },
    "a response": { _ = try await $0.send($0.request(.get, "")).value(decoding: .bytes) },
    "a transfer": { _ = try await $0.transfer($0.request(.get, ""), decoding: .bytes).value },
    "a stream": { for try await _ in $0.stream("", decoding: .lines()) {} },
    "a response's stream": { _ = try await $0.send($0.request(.get, "")).stream(decoding: .lines()) },
    "a download": { session in
      let folder = try TemporaryDirectory()
      try await session.download("", to: .file(folder.path + "/file"))
    },
  ]

  private func withProblem(
    _ failure: ResponseDecoder<any Error>?, contentType: String = "application/problem+json",
    _ test: (Session) async throws -> Void
  ) async throws {
    try await withServer { _, connection in
      _ = try connection.readBody()
      try connection.respond(403, headers: [("Content-Type", contentType)], body: #"{"error_code":7}"#)
    } configure: {
      $0.failure = failure
      $0.decoder.json.keyDecodingStrategy = .convertFromSnakeCase
    } test: { session, _ in
      try await test(session)
    }
  }

  @Test(arguments: calls)
  func `the session's failure is decoded in every method`(call: NamedCase<Call>) async throws {
    try await withProblem(.json(Problem.self)) { session in
      let error = await #expect(throws: ResponseError.self) { try await call.value(session) }
      #expect(error?.code == .unacceptableStatus)
      #expect(error?.underlying as? Problem == Problem(errorCode: 7))
    }
  }

  @Test func `a decoder's own failure takes precedence`() async throws {
    try await withProblem(.json(Problem.self)) { session in
      let error = await #expect(throws: ResponseError.self) {
        try await session.get("", decoding: .bytes.decoding(failure: Other.self))
      }
      #expect(error?.underlying as? Other == Other(errorCode: 7))
      let inStream = await #expect(throws: ResponseError.self) {
        for try await _ in session.stream("", decoding: .lines().decoding(failure: Other.self)) {}
      }
      #expect(inStream?.underlying as? Other == Other(errorCode: 7))
    }
  }

  @Test func `a failure that cannot be decoded leaves the status`() async throws {
    try await withProblem(.json(Problem.self), contentType: "text/html") { session in
      let error = await #expect(throws: ResponseError.self) { try await session.delete("") }
      #expect(error?.code == .unacceptableStatus && error?.underlying == nil)
      #expect(error.map { String(decoding: $0.body, as: UTF8.self) } == #"{"error_code":7}"#)
    }
    try await withProblem(.json(Problem.self, decoder: JSON.Decoder())) { session in
      let error = await #expect(throws: ResponseError.self) { try await session.delete("") }
      #expect(error?.code == .unacceptableStatus && error?.underlying == nil)
    }
  }

  @Test func `any decoder decodes the failure`() async throws {
    struct Text: Error, Equatable { var text: String }
    try await withProblem(ResponseDecoder.text().map { Text(text: $0) }) { session in
      let error = await #expect(throws: ResponseError.self) { try await session.delete("") }
      #expect(error?.underlying as? Text == Text(text: #"{"error_code":7}"#))
    }
  }

  @Test func `a response that is accepted is no failure`() async throws {
    try await withProblem(.json(Problem.self)) { session in
      let body = try await session.get("", decoding: .bytes.accepting(statuses: 403..<404))
      #expect(String(decoding: body, as: UTF8.self) == #"{"error_code":7}"#)
    }
  }
}
