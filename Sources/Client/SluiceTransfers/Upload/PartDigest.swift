internal import SluiceBody

/// The SHA-256 of a part, which is determined while the part is read.
final class PartDigest: Sendable {
  /// The digest that the part must have, or `nil` if it is unknown.
  private let expected: String?
  private let last = Lock<String?>(nil)

  init(expecting expected: String?) { self.expected = expected }

  /// The digest of the part when it was read last, in hexadecimal, or `nil` if it has not been read to its end.
  var value: String? { last.withLock { $0 } }

  /// Notes the digest of all bytes, before the last of them are passed on.
  ///
  /// - Throws: A `BodyError` with the code `changed` if it is not the expected one.
  func check(_ digest: [UInt8]) throws {
    let digest = SHA256.hexadecimal(digest)
    if let expected, digest != expected { throw BodyError(.changed) }
    last.withLock { $0 = digest }
  }
}
