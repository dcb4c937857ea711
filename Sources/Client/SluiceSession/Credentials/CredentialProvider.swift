public import SluiceTransport

/// A source of credentials for the challenges of servers (401) and proxies (407).
///
/// ```swift
/// configuration.credentials = .fixed(.password(user: "ada", password: password))
/// configuration.credentials = CredentialProvider { challenge in
///   guard challenge.isOfBaseURL else { return nil }
///   let token: Token = try await challenge.session.post("oauth/token", grant, encoding: .urlEncoded)
///   return .bearer(token.accessToken)
/// }
/// ```
///
/// The session calls the provider once per realm, however many requests wait for the credential, and again only after a
/// server has rejected the credential. The credential is then sent with later requests to the same origin, before a
/// challenge. If the provider returns the rejected credential again, the 401 is the response. It is not called for a
/// request with its own `Authorization` field, or after a redirect to another origin.
///
/// If the provider throws an error, the waiting requests fail with a ``SessionError`` with the code
/// `credentials-failed`, whose ``SessionError/underlying`` error it is. A `CancellationError` is passed on as it is.
///
/// A provider may use the session that calls it (``CredentialChallenge/session``), for example to renew a token. The
/// requests that it makes are sent without calling it again, and a 401 is their response. It is cancelled when no
/// request waits for it any longer.
public struct CredentialProvider: Sendable {
  /// Whether the provider is called before the first request to an origin, without a challenge.
  public var isPreemptive: Bool
  private let provide: @Sendable (CredentialChallenge) async throws -> Credential?

  /// Creates a provider from a closure.
  ///
  /// - Parameters:
  ///   - isPreemptive: Whether the closure is also called before the first request to an origin, without schemes.
  ///     Defaults to `false`.
  ///   - provide: Returns a credential, or `nil` if there is none: the 401 is the response then. It should check the
  ///     origin before it returns a secret.
  public init(
    isPreemptive: Bool = false,
    _ provide: @escaping @Sendable (_ challenge: CredentialChallenge) async throws -> Credential?
  ) {
    self.isPreemptive = isPreemptive
    self.provide = provide
  }

  /// Returns a provider of a single credential for the origin of the configuration's base URL; without a base URL, for
  /// every origin that a request names.
  ///
  /// It is not used for proxies, whose credentials are part of the proxy's URL.
  ///
  /// - Parameters:
  ///   - credential: The credential.
  ///   - isPreemptive: Whether the credential is sent before a challenge. Defaults to `true`; a `.password` is never
  ///     sent before one.
  public static func fixed(_ credential: Credential, isPreemptive: Bool = true) -> CredentialProvider {
    CredentialProvider(isPreemptive: isPreemptive && credential.canBeSentUnasked) { challenge in
      let isAsked = !challenge.isProxy && challenge.rejected == nil && challenge.isOfBaseURL
      return isAsked ? credential : nil
    }
  }

  func credential(for challenge: CredentialChallenge) async throws -> Credential? {
    try await provide(challenge)
  }
}

/// A challenge to the client: what a ``CredentialProvider`` returns a credential for.
public struct CredentialChallenge: Sendable {
  /// The scheme, host and port of the server, such as `https://api.example.com:443`.
  ///
  /// For a proxy, the origin of its URL; empty if the environment configures the proxy.
  public let origin: String
  /// Whether the challenge is a proxy's.
  public let isProxy: Bool
  /// The name of the protected space, or `nil` if the server did not name it, or before a challenge.
  public let realm: String?
  /// The schemes that the server offers, in lower case, such as `digest` and `basic`. Empty if it did not name any, or
  /// before a challenge.
  public let schemes: [String]
  /// The credential that the server has rejected, or `nil` if none was sent.
  public let rejected: Credential?
  /// Whether the challenge is that of a server, not a proxy, and its origin is the base URL's, or there is no base URL.
  public let isOfBaseURL: Bool
  /// The session that asks for the credential, for the requests that a provider makes, such as for a new token.
  ///
  /// They are sent without a credential from the provider while it is called for the same origin. See
  /// ``CredentialProvider``. A provider that keeps the session keeps it from being released.
  public let session: Session
}
