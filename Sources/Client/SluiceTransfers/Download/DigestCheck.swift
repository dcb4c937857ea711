internal import SluiceBody
internal import SluiceTransport

/// Compares bytes with the digests that are known of them. Without any, it does nothing.
struct DigestCheck {
  private let expected: Set<[UInt8]>
  private var hash: SHA256?

  /// - Parameter expected: The digests, all of which must match.
  init(_ expected: Set<[UInt8]>) {
    self.expected = expected
    hash = expected.isEmpty ? nil : SHA256()
  }

  /// Whether there is a digest to compare with.
  var isNeeded: Bool { hash != nil }

  mutating func update(_ bytes: borrowing Span<UInt8>) { hash?.update(bytes) }

  /// Compares the digests.
  ///
  /// - Returns: The digest in hexadecimal, or `nil` if none is known.
  /// - Throws: A ``SessionError`` with the code `digest-mismatch`.
  func verify() throws(SessionError) -> String? {
    guard let digest = hash?.digest else { return nil }
    for other in expected where other != digest {
      throw SessionError(
        .digestMismatch,
        message: "the SHA-256 is \(SHA256.hexadecimal(digest)) instead of \(SHA256.hexadecimal(other))")
    }
    return SHA256.hexadecimal(digest)
  }
}
