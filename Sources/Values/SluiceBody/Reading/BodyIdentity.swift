/// A value by which a later upload recognizes the body that an earlier one has sent a part of.
///
/// ```swift
/// let before = try body.identity()
/// …
/// let isSame = try body.identity() == before
/// ```
///
/// Two identities are equal if the bodies have the same bytes: bytes in memory are compared by their SHA-256, files by
/// their size, times of modification and change, and inode, whatever their paths are, and a form by its parts and its
/// boundary. The identity is small, whatever the size of the body, and can be stored.
public struct BodyIdentity: Hashable, Sendable, Codable {
  /// A file of a body, as it was when the identity was made.
  package struct File: Hashable, Sendable, Codable {
    /// The path, as the caller passed it.
    package let path: String
    /// The size in bytes.
    package let byteCount: Int64
    /// The time of the last modification, in nanoseconds since 1970.
    package let modificationTime: Int64
    /// The time of the last change of the content or of the status, in nanoseconds since 1970.
    package let changeTime: Int64
    /// The number of the file in its file system.
    package let inode: UInt64
  }

  /// The number of bytes of the body, or `nil` if it cannot be known without reading.
  public let byteCount: Int64?
  /// The SHA-256 of everything that identifies the body, in hexadecimal.
  public let digest: String
  /// The first files of the body, 100 at most. All files are part of the digest.
  package let files: [File]

  /// Creates the identity of a source of your own.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes, or `nil` if it is unknown.
  ///   - version: A text that differs between bodies with different bytes, such as the version of a stored object.
  public init(byteCount: Int64?, version: String) {
    self.init(byteCount, ["version", version], [])
  }

  /// - Parameter texts: The texts that identify the body. None of them contains a NUL, except for the last one.
  init(_ byteCount: Int64?, _ texts: [String], _ files: ArraySlice<File>) {
    self.byteCount = byteCount
    digest = SHA256.hexDigest(of: ([byteCount.map(String.init) ?? ""] + texts).joined(separator: "\0"))
    self.files = Array(files)
  }

  init(ofBytes bytes: [UInt8]) {
    self.init(Int64(bytes.count), ["bytes", SHA256.hexadecimal(SHA256.digest(of: bytes.span))], [])
  }

  /// Creates the identity of joined bodies, or `nil` if one of them has none.
  ///
  /// - Throws: The errors of the bodies.
  init?(ofJoined sources: [any BodySource], byteCount: Int64?) throws {
    var hash = SHA256()
    var files: [File] = []
    for source in sources {
      guard let identity = try source.identity() else { return nil }
      hash.update(Array(identity.digest.utf8).span)
      if files.count < Self.maximumFileCount { files += identity.files }
    }
    self.init(
      byteCount, ["joined", SHA256.hexadecimal(hash.digest)], files.prefix(Self.maximumFileCount))
  }

  /// Creates the identity of a body that is made of another one.
  ///
  /// - Parameters:
  ///   - other: The identity of the other body.
  ///   - byteCount: The number of bytes, or `nil` if it is unknown.
  ///   - method: The method that makes the body of the other one, with everything that changes its bytes.
  package init(of other: BodyIdentity, byteCount: Int64?, after method: String) {
    self.init(byteCount, ["after", other.digest, method], other.files[...])
  }

  /// Returns the error for a body that has this identity instead of an earlier one: the first file that differs, as far
  /// as the identities list them.
  package func changed(since earlier: BodyIdentity) -> BodyError {
    let pairs = zip(files, earlier.files)
    if let (now, before) = pairs.first(where: { $0 != $1 && $0.path == $1.path }) {
      return BodyError(.changed, path: now.path, expected: before.byteCount, actual: now.byteCount)
    }
    return BodyError(.changed, expected: earlier.byteCount, actual: byteCount)
  }

  /// Returns whether two bodies have the same bytes. The path of a file may have several spellings.
  public static func == (left: BodyIdentity, right: BodyIdentity) -> Bool {
    left.byteCount == right.byteCount && left.digest == right.digest
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  private static let maximumFileCount = 100
}
