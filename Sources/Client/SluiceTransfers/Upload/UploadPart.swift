public import SluiceBody
internal import SluiceTransport

/// A range of a body that is sent in a request of its own.
///
/// ```
///  body     ├────────── 64 MiB ──────────┼────────── 64 MiB ──────────┼── 10 MiB ──┤
///  number                1                            2                      3
///  offset   0                            67,108,864                   134,217,728
/// ```
///
/// A ``PartStore`` passes it to the closure that makes the request.
public struct UploadPart: Sendable {
  /// The number of the part, from 1.
  public let number: Int
  /// The offset of the first byte.
  public let offset: Int64
  /// The number of bytes; 0 for the only part of an empty body.
  public let byteCount: Int64
  /// The bytes, for a checksum, or to wrap them in another body. They are read from the whole body, from
  /// ``offset`` on.
  public let body: any BodySource
  /// The number of requests for this part that have failed in this call, so that the closure can renew what it has
  /// prepared: 0 for the first request.
  public internal(set) var retryCount = 0
  /// Determines the SHA-256 while the bytes are read, or `nil` if there is no plan.
  var digest: PartDigest?
}

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
