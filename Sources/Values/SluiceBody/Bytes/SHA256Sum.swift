/// The SHA-256 (FIPS 180-4) of bytes or of a body, or their HMAC with a key
/// ([RFC 2104](https://www.rfc-editor.org/rfc/rfc2104)), for signatures of requests.
///
/// ```swift
/// let content = try await body.sha256()
/// let signature = SHA256Sum(of: "PUT\n/videos/1\n\(content)".utf8, key: key)
/// print(signature)    // 64 hexadecimal digits
/// ```
public struct SHA256Sum: Hashable, Sendable, CustomStringConvertible {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// Computes the SHA-256 of bytes, or their HMAC.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, such as the UTF-8 of a text.
  ///   - key: The key of the HMAC, of any size, or `nil` for the SHA-256. Defaults to `nil`.
  public init(of bytes: some Sequence<UInt8>, key: [UInt8]? = nil) {
    let message = Array(bytes)
    var sum = KeyedSHA256(key)
    sum.inner.update(message.span)
    self.bytes = sum.digest
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes as 64 lower-case hexadecimal digits.
  public var description: String { SHA256.hexadecimal(bytes) }
}

/// SHA-256, or HMAC-SHA-256 if there is a key (RFC 2104 §2):
///
/// ```
///  SHA-256(key ^ 5C5C…  SHA-256(key ^ 3636…  bytes))        a key of more than 64 bytes is hashed first
/// ```
struct KeyedSHA256 {
  /// The hash of the bytes.
  var inner = SHA256()
  private var outer = SHA256()
  private let isKeyed: Bool
  private static let blockByteCount = 64

  init(_ key: [UInt8]?) {
    isKeyed = key != nil
    guard let key else { return }
    let short = key.count > Self.blockByteCount ? SHA256.digest(of: key.span) : key
    let block = short + Array(repeating: 0, count: Self.blockByteCount - short.count)
    let (innerBlock, outerBlock) = (block.map { $0 ^ 0x36 }, block.map { $0 ^ 0x5C })
    inner.update(innerBlock.span)
    outer.update(outerBlock.span)
  }

  var digest: [UInt8] {
    let digest = inner.digest
    if !isKeyed { return digest }
    var hash = outer
    hash.update(digest.span)
    return hash.digest
  }
}
