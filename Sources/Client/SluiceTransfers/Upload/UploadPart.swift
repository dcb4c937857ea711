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
/// ``Session/uploadParts(of:size:atMost:limits:record:uploadID:keeping:retries:request:completing:progress:)`` passes
/// it to the closure that makes the request.
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

extension UploadPart {
  /// The sizes and the number of parts that a store accepts, and how it confirms them.
  ///
  /// ```swift
  /// let limits = UploadPart.Limits.s3
  /// let size = limits.partByteCount(for: fileSize)
  /// let partCount = (fileSize + size - 1) / size    // the number of URLs to sign
  /// ```
  public struct Limits: Hashable, Sendable {
    /// The minimum number of bytes of each part but the last. Defaults to 1.
    public var minimumByteCount: Int64
    /// The maximum number of bytes of a part, or `nil` for no limit. Defaults to `nil`.
    public var maximumByteCount: Int64?
    /// The maximum number of parts. Defaults to 10,000.
    public var maximumCount: Int
    /// Whether the store confirms each part with an ETag. A part without one is then an error with the code
    /// `invalid-response`, because the store could not complete the upload. Defaults to `true`; set it to `false` for a
    /// store that has no ETags, such as a tus server.
    public var needsETags: Bool

    /// The [limits of S3](https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html): 5 MiB to 5 GiB, and
    /// 10,000 parts, so that a body can have 48.8 TiB. Each part has an ETag.
    public static let s3 = Limits(minimumByteCount: 5 << 20, maximumByteCount: 5 << 30)

    /// Creates limits.
    public init(
      minimumByteCount: Int64 = 1, maximumByteCount: Int64? = nil, maximumCount: Int = 10_000,
      needsETags: Bool = true
    ) {
      self.minimumByteCount = minimumByteCount
      self.maximumByteCount = maximumByteCount
      self.maximumCount = maximumCount
      self.needsETags = needsETags
    }

    /// Returns the size of the parts of a body: 64 MiB, or a larger number of MiB if there would be too many of them,
    /// within the limits on a part.
    ///
    /// - Parameter byteCount: The number of bytes of the body.
    public func partByteCount(for byteCount: Int64) -> Int64 {
      let count = Int64(max(maximumCount, 1))
      let needed = byteCount / count + (byteCount % count > 0 ? 1 : 0)
      let mebibytes = needed >> 20 + (needed % (1 << 20) > 0 ? 1 : 0)
      let size = max(min(max(64, mebibytes), .max >> 20) << 20, minimumByteCount)
      return max(min(size, maximumByteCount ?? size), 1)
    }
  }
}

extension UploadPart.Limits {
  /// - Returns: The number of parts of a body; 1 for an empty body.
  /// - Throws: A ``SessionError`` with the code `invalid-configuration` if the parts exceed the limits.
  func partCount(of byteCount: Int64, size: Int64) throws(SessionError) -> Int {
    guard size > 0 else {
      throw SessionError(.invalidConfiguration, message: "a part must have at least 1 byte")
    }
    let count = Division(byteCount: byteCount, rangeByteCount: size).count
    var problem: String?
    if count > 1, size < minimumByteCount {
      problem = "parts of \(size) bytes are too small: the store accepts \(minimumByteCount) bytes or more"
    } else if let maximumByteCount, min(size, byteCount) > maximumByteCount {
      problem = "parts of \(size) bytes are too large: the store accepts \(maximumByteCount) bytes"
    } else if count > maximumCount {
      problem = "\(count) parts of \(size) bytes are too many: the store accepts \(maximumCount) parts"
    }
    if let problem { throw SessionError(.invalidConfiguration, message: problem) }
    return Int(count)
  }
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
