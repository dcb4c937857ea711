extension Session {
  /// Whose word is taken for who the peer is. Host names are verified always, unless nothing is.
  public struct Trust: Sendable {
    /// Certificates or a key, in the PEM format (RFC 7468).
    public enum PEM: Sendable {
      case file(String)
      case bytes([UInt8])
    }

    public enum Authorities: Sendable {
      /// The system's certificate authorities.
      case system
      /// The system's, and these.
      case systemAnd(PEM)
      /// These, and no others.
      case only(PEM)
      /// Anybody can pretend to be the peer. For tests: a session with it logs a warning.
      case insecure
    }

    /// A version of TLS.
    public enum Version: Sendable { case tls12, tls13 }

    /// What proves to a server who the client is.
    public struct ClientCertificate: Sendable {
      /// The certificate first, then those that lead from it to an authority.
      public var chain: PEM
      public var privateKey: PEM
      /// What the key is encrypted with; nil by default.
      public var passphrase: String?

      public init(chain: PEM, privateKey: PEM, passphrase: String? = nil) {
        self.chain = chain
        self.privateKey = privateKey
        self.passphrase = passphrase
      }
    }

    /// `.system` by default.
    public var authorities = Authorities.system
    /// `sha256//` and the base64 of a public key's hash (RFC 7469 §2.4); the peer's must be one of them. None, so any, by
    /// default.
    public var pinnedPublicKeys: [String] = []
    /// Shown to servers that ask for one. None by default.
    public var clientCertificate: ClientCertificate?
    /// TLS 1.2 by default.
    public var minimumVersion = Version.tls12

    public init() {}
  }
}

extension Session.Trust.ClientCertificate: CustomStringConvertible, CustomReflectable {
  /// Without key and passphrase.
  public var description: String { "ClientCertificate" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
