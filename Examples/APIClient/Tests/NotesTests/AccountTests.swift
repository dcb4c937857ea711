import Sluice
import SluiceTesting
import Testing

@testable import Notes

/// The tokens of an account.
@Suite(.timeLimit(.minutes(1))) struct AccountTests {
  /// The API, which accepts only the token `new`.
  let api = StubTransport { request in
    switch (request.path, request.text) {
    case ("/v1/oauth/token", "grant_type=refresh_token&refresh_token=r1"):
      try .json(["access_token": "old", "refresh_token": "r2"])
    case ("/v1/oauth/token", "grant_type=refresh_token&refresh_token=r2"):
      try .json(["access_token": "new", "refresh_token": "r3"])
    case ("/v1/oauth/token", _):
      try .json(["code": "invalid_grant", "message": "Sign in again."], status: .badRequest)
    default:
      try request.fields[.authorization] == "Bearer new" ? .json(milk) : .status(.unauthorized)
    }
  }

  @Test func `a token is requested first, and a rejected one is renewed`() async throws {
    let notes = NotesClient(Session(.notes(Account(refreshToken: "r1")), transport: api))
    #expect(try await notes.note(1).title == "Groceries")
    #expect(try await notes.note(1).title == "Groceries")
    #expect(
      api.requests.map(\.description) == [
        "POST /v1/oauth/token", "GET /v1/notes/1", "POST /v1/oauth/token", "GET /v1/notes/1",
        "GET /v1/notes/1",
      ])
    #expect(
      api.requests.map { $0.fields[.authorization] } == [nil, "Bearer old", nil, "Bearer new", "Bearer new"])
  }

  @Test func `requests that wait for a token share it`() async throws {
    let notes = NotesClient(Session(.notes(Account(refreshToken: "r2")), transport: api))
    async let first = notes.note(1)
    async let second = notes.note(1)
    #expect(try await first == second)
    #expect(api.requests.count { $0.path == "/v1/oauth/token" } == 1)
  }

  @Test func `a refresh token that is refused fails the request`() async throws {
    let notes = NotesClient(Session(.notes(Account(refreshToken: "r0")), transport: api))
    let error = await #expect(throws: SessionError.self) { try await notes.note(1) }
    #expect(error?.code == .credentialsFailed)
    let refusal = error?.underlying as? ResponseError
    #expect(refusal?.underlying as? APIError == APIError(code: "invalid_grant", message: "Sign in again."))
    #expect(api.requests.map(\.path) == ["/v1/oauth/token"])
  }
}
