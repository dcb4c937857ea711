import Sluice

/// An account of the API, which gets access tokens for its refresh token (OAuth 2.0).
public actor Account {
  private var refreshToken: String

  public init(refreshToken: String) { self.refreshToken = refreshToken }

  private struct Tokens: Decodable {
    let accessToken: String
    let refreshToken: String
  }

  /// Called before the first request, and when the API has rejected a token.
  func credential(for challenge: CredentialChallenge) async throws -> Credential? {
    guard challenge.isOfBaseURL else { return nil }
    let grant = ["grant_type": "refresh_token", "refresh_token": refreshToken]
    let tokens: Tokens = try await challenge.session.post("oauth/token", grant, encoding: .urlEncoded)
    refreshToken = tokens.refreshToken
    return .bearer(tokens.accessToken)
  }
}
