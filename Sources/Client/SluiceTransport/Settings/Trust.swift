public import SluiceBody

extension TransportSettings {
  /// The trust in peers, and the proof of the client's own identity, for TLS.
  ///
  /// Host names are always verified, except with ``Authorities/insecure``. The authorities and the version also apply
  /// to a proxy with an `https` URL; the pinned keys and the client certificate are for servers only.
  ///
  /// ```swift
  /// configuration.trust.authorities = .systemAnd(.file("/etc/company/ca.pem"))
  /// configuration.trust.minimumVersion = .tls13
  /// ```
  public struct Trust: Sendable {
    /// Certificates or a private key in the PEM format (RFC 7468).
    public enum PEM: Sendable {
      /// The path of a regular file. It is read for each new connection, by the thread that runs the transfers: a FIFO
      /// stops all of them until a process writes to it.
      case file(any FilePathConvertible)
      /// The contents of a file.
      case bytes([UInt8])
    }

    /// The certificate authorities that are trusted.
    public enum Authorities: Sendable {
      /// The authorities of the system.
      case system
      /// The authorities of the system and these.
      case systemAnd(PEM)
      /// These authorities only.
      case only(PEM)
      /// No verification: any server can pretend to be the peer. For tests only; the session logs a warning.
      case insecure
    }

    /// A version of TLS.
    public enum TLSVersion: Sendable {
      /// TLS 1.2 ([RFC 5246](https://www.rfc-editor.org/rfc/rfc5246)).
      case tls12
      /// TLS 1.3 ([RFC 8446](https://www.rfc-editor.org/rfc/rfc8446)).
      case tls13
    }

    /// A certificate that authenticates the client to servers.
    public struct ClientCertificate: Sendable {
      /// The client's certificate, followed by those that lead to an authority.
      public var chain: PEM
      /// The private key of the certificate.
      public var privateKey: PEM
      /// The passphrase of an encrypted key. Defaults to `nil`, a key that is not encrypted. An encrypted one is then
      /// the error `tls-failed`.
      public var passphrase: String?

      /// Creates a client certificate.
      ///
      /// - Parameters:
      ///   - chain: The client's certificate, followed by those that lead to an authority.
      ///   - privateKey: The private key of the certificate.
      ///   - passphrase: The passphrase of an encrypted key. Defaults to `nil`.
      public init(chain: PEM, privateKey: PEM, passphrase: String? = nil) {
        self.chain = chain
        self.privateKey = privateKey
        self.passphrase = passphrase
      }
    }

    /// The trusted authorities. Defaults to `.system`.
    public var authorities = Authorities.system
    /// The accepted public keys, of which the peer must have one: `sha256//` and the Base64 of the key's SHA-256 (RFC
    /// 7469 §2.4). Defaults to none, which accepts any key. Over `http`, there is no key to check.
    public var pinnedPublicKeys: [String] = []
    /// The certificate for servers that request one. Defaults to `nil`.
    ///
    /// After a redirect, it is presented only to the origin (scheme, host and port) of the request or of the base URL.
    /// The same applies to a URL that a response names, such as that of a resumable upload.
    public var clientCertificate: ClientCertificate?
    /// The oldest version of TLS that is accepted. Defaults to TLS 1.2.
    public var minimumVersion = TLSVersion.tls12

    /// Creates the default trust: the system's authorities, TLS 1.2 or later.
    public init() {}
  }
}

extension TransportSettings.Trust.ClientCertificate: CustomStringConvertible, CustomReflectable {
  /// A description without the key and the passphrase.
  public var description: String { "ClientCertificate" }

  /// A mirror without children, so that printing the value shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
