internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

/// What proves who sends a request. Its description shows the user's name, never a password or a token.
public struct Credential: Sendable, Hashable {
  enum Kind: Hashable {
    case password(user: String, password: String, Scheme?)
    case bearer(String)
  }

  /// How a password is proved.
  enum Scheme: String {
    case basic, digest
  }

  let kind: Kind

  /// A name and a password, proved as the server asks: by HTTP Digest (RFC 7616) where it offers that, else by Basic (RFC
  /// 7617). Never sent unasked.
  public static func password(user: String, password: String) -> Credential {
    Credential(kind: .password(user: user, password: password, nil))
  }

  /// A name and a password for HTTP Basic (RFC 7617), which sends them as they are: over TLS only, if at all.
  public static func basic(user: String, password: String) -> Credential {
    Credential(kind: .password(user: user, password: password, .basic))
  }

  /// A name and a password for HTTP Digest alone (RFC 7616), which never sends the password. libcurl proves it: a request
  /// without its body comes first, and gets the challenge.
  public static func digest(user: String, password: String) -> Credential {
    Credential(kind: .password(user: user, password: password, .digest))
  }

  /// A token (RFC 6750).
  public static func bearer(_ token: String) -> Credential {
    Credential(kind: .bearer(token))
  }
}

extension Credential {
  /// Whether there is something to send before a server has asked.
  var canBeSentUnasked: Bool {
    if case .password(_, _, nil) = kind { false } else { true }
  }

  /// The credential as it answers a challenge; nil where it cannot.
  ///
  /// - Parameter schemes: those that the server offers. Servers that want tokens often name none.
  func answering(_ schemes: [String]) -> Credential? {
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

  /// The value of the `Authorization` field that it is sent in; nil where libcurl makes it.
  var authorization: String? {
    switch kind {
    case .bearer(let token): .bearer(token)
    case .password(let user, let password, .basic): .basic(user: user, password: password)
    case .password: nil
    }
  }
}

extension Credential: CustomStringConvertible, CustomReflectable {
  public var description: String {
    switch kind {
    case .password(let user, _, let scheme):
      "Credential(\(scheme?.rawValue ?? "password"), user: \(user.debugDescription))"
    case .bearer: "Credential(bearer)"
    }
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
