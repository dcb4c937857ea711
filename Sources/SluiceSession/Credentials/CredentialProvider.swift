/// Where a session gets its credentials: asked when a server answers 401, or a proxy 407.
///
/// ```swift
/// configuration.credentials = .fixed(.password(user: "ada", password: password))
/// configuration.credentials = CredentialProvider { challenge in
///   .bearer(try await tokens.fresh(insteadOf: challenge.rejected))
/// }
/// ```
///
/// It is asked once for each realm, however many requests wait for the answer, and again only when the answer was refused.
/// What it gave goes with later requests to the same origin at once. It is not asked where a request has an `Authorization`
/// field of its own, nor behind a redirect to another origin.
public struct CredentialProvider: Sendable {
  /// Whether it is asked before the first request to an origin, without a challenge.
  public var isPreemptive: Bool
  private let provide: @Sendable (CredentialChallenge) async throws -> Credential?

  /// - Parameters:
  ///   - isPreemptive: whether it is asked before the first request to an origin too, with no schemes. False by default.
  ///   - provide: gives a credential, or nil where there is none: then the 401 is the answer. What it throws fails the
  ///     requests that wait. It should look at the origin before it gives a secret away.
  public init(
    isPreemptive: Bool = false,
    _ provide: @escaping @Sendable (_ challenge: CredentialChallenge) async throws -> Credential?
  ) {
    self.isPreemptive = isPreemptive
    self.provide = provide
  }

  /// The same credential always, for the origin of the configuration's base URL; without one, for any origin that a
  /// request names. Not for proxies, whose credentials are part of their URL.
  ///
  /// - Parameter isPreemptive: whether it is sent before a server has asked. True by default; a `.password` never is.
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

/// What a ``CredentialProvider`` is asked.
public struct CredentialChallenge: Sendable {
  /// Who asks: scheme, host and port, such as `https://api.example.com:443`. Of a proxy, its URL without user-info, empty
  /// where the environment says which it is.
  public let origin: String
  /// Whether a proxy asks.
  public let isProxy: Bool
  /// What is protected, in the server's words; nil where it does not say, and before it has been asked.
  public let realm: String?
  /// How the server wants it proved, in lower case, such as `digest` and `basic`. None where it does not say, and before
  /// it has been asked.
  public let schemes: [String]
  /// What was sent and refused; nil where nothing was.
  public let rejected: Credential?
  /// Whether the configuration's base URL is of this origin, or there is none.
  let isOfBaseURL: Bool
}
