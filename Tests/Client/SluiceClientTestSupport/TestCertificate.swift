import SluiceTestSupport

/// A self-signed certificate for 127.0.0.1 alone, which openssl makes.
package struct TestCertificate {
  private let folder: TemporaryDirectory
  /// The hash of the public key, in the form of ``Session/Trust/pinnedPublicKeys``.
  package let pin: String

  package var path: String { "\(folder.path)/certificate" }
  package var keyPath: String { "\(folder.path)/key" }

  package init() throws {
    folder = try TemporaryDirectory()
    let (path, keyPath) = ("\(folder.path)/certificate", "\(folder.path)/key")
    let lines = try ChildProcess.lines(
      of: "sh", "-c",
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout \(keyPath) -out \(path) \
        -days 2 -subj /CN=test -addext subjectAltName=IP:127.0.0.1 2>/dev/null &&
      openssl x509 -in \(path) -pubkey -noout | openssl pkey -pubin -outform der |
        openssl dgst -sha256 -binary | openssl base64
      """)
    pin = "sha256//" + lines.joined()
  }
}
