internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

/// A credential of the client. Its description holds the user's name, but never a password or a token.
///
/// ```swift
/// configuration.credentials = .fixed(.bearer(token))
/// ```
public struct Credential: Sendable, Hashable {
  enum Kind: Hashable {
    case password(user: String, password: String, Scheme?)
    case bearer(String)
  }

  /// The scheme that proves a password.
  enum Scheme: String {
    case basic, digest
  }

  let kind: Kind

  /// A user name and a password, proved by HTTP Digest (RFC 7616) if the server offers it, otherwise by Basic (RFC
  /// 7617).
  ///
  /// It is never sent before a challenge.
  public static func password(user: String, password: String) -> Credential {
    Credential(kind: .password(user: user, password: password, nil))
  }

  /// A user name and a password for HTTP Basic (RFC 7617), which sends them in clear text: use it over TLS only.
  public static func basic(user: String, password: String) -> Credential {
    Credential(kind: .password(user: user, password: password, .basic))
  }

  /// A user name and a password for HTTP Digest only (RFC 7616), which never sends the password.
  ///
  /// It is never sent before a challenge, after which the request is sent again. A request whose body can be read only
  /// once is sent without it first, over HTTP/1.1, to get the challenge, unless a server could take it for the whole
  /// one: a request with a condition or an `Idempotency-Key`, as in an outbox, or of a resumable upload, is sent whole.
  public static func digest(user: String, password: String) -> Credential {
    Credential(kind: .password(user: user, password: password, .digest))
  }

  /// A bearer token (RFC 6750).
  public static func bearer(_ token: String) -> Credential {
    Credential(kind: .bearer(token))
  }
}

extension Credential {
  /// Whether the credential is a password for HTTP Digest only.
  package var isDigest: Bool {
    if case .password(_, _, .digest) = kind { true } else { false }
  }

  /// Whether the credential can be sent before a challenge.
  package var canBeSentUnasked: Bool {
    if case .password(_, _, nil) = kind { false } else { true }
  }

  /// Returns the credential in the form that answers a challenge, or `nil` if it cannot answer it.
  ///
  /// - Parameter schemes: The schemes that the server offers. Servers that expect tokens often offer none.
  package func answering(_ schemes: [String]) -> Credential? {
    switch kind {
    case .bearer, .password(_, _, .basic): self
    case .password(_, _, .digest): schemes.contains("digest") ? self : nil
    case .password(let user, let password, nil):
      if schemes.contains("digest") {
        .digest(user: user, password: password)
      } else if schemes.contains("basic") {
        .basic(user: user, password: password)
      } else {
        nil
      }
    }
  }

  /// Whether the credential is a password in a scheme that a server does not offer, although it offers the other one.
  package func answersOther(_ schemes: [String]) -> Bool {
    guard case .password(_, _, let scheme?) = kind else { return false }
    return !schemes.contains(scheme.rawValue) && schemes.contains(scheme == .basic ? "digest" : "basic")
  }

  /// The value of the `Authorization` field, or `nil` if libcurl creates it.
  package var authorization: String? {
    switch kind {
    case .bearer(let token): AuthorizationField.bearer(token)
    case .password(let user, let password, .basic): AuthorizationField.basic(user: user, password: password)
    case .password: nil
    }
  }
}

extension Credential: CustomStringConvertible, CustomReflectable {
  /// The kind of the credential, and its user if there is one, without secrets.
  public var description: String {
    switch kind {
    case .password(let user, _, let scheme):
      "Credential(\(scheme?.rawValue ?? "password"), user: \(user.debugDescription))"
    case .bearer: "Credential(bearer)"
    }
  }

  /// A mirror without children, so that printing the value shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
