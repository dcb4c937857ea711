internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceSupport
internal import SluiceTransport

/// Compares bytes with the digests that are known of them. Without any, it does nothing.
struct DigestCheck {
  private let expected: Set<[UInt8]>
  private var hash: SHA256?

  /// - Parameter expected: The digests, which must all match.
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

extension SHA256 {
  /// Parses the digest that a caller expects.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-configuration`.
  static func expected(_ text: String) throws(SessionError) -> [UInt8] {
    if let digest = digest(parsing: text) { return digest }
    throw SessionError(.invalidConfiguration, message: "expectedSHA256 is not 64 hexadecimal digits")
  }
}

/// The SHA-256 digests that a response declares (RFC 9530, RFC 3230).
///
/// ```
///  Repr-Digest: sha-256=:X48E9q…=:, sha-512=:YMAam5…==:      the whole file, also in a 206
///  Content-Digest: sha-256=:X48E9q…=:                        the body of this response
///  Digest: SHA-256=X48E9q…=                                  the whole file, in the older form
/// ```
///
/// Other algorithms are ignored, and so is a field that is malformed.
struct DeclaredDigests: Hashable, Sendable {
  /// The digests of the whole representation.
  private(set) var representation: Set<[UInt8]>
  /// The digests of the body of the response.
  private(set) var content: Set<[UInt8]>

  init(_ fields: HTTPFields) {
    representation = Self.dictionary(fields, "Repr-Digest").union(Self.older(fields))
    content = Self.dictionary(fields, "Content-Digest")
  }

  /// Returns the digest in a dictionary of byte sequences.
  private static func dictionary(_ fields: HTTPFields, _ name: String) -> Set<[UInt8]> {
    valid(HTTPField.Name(name).flatMap { fields.byteSequences($0)["sha-256"] })
  }

  /// Returns the digest in the older field.
  private static func older(_ fields: HTTPFields) -> Set<[UInt8]> {
    guard let text = HTTPField.Name("Digest").flatMap({ fields[$0] }) else { return [] }
    for member in text.utf8.split(separator: UInt8(ascii: ",")).map(\.trimmingBlanks) {
      guard let equals = member.firstIndex(of: UInt8(ascii: "=")),
        String(Substring(member[..<equals])).lowercased() == "sha-256"
      else { continue }
      return valid(Base64Text.data(member[equals...].dropFirst()).map(Array.init))
    }
    return []
  }

  private static func valid(_ digest: [UInt8]?) -> Set<[UInt8]> {
    digest.map { $0.count == 32 ? [$0] : [] } ?? []
  }
}

extension SessionResponse {
  /// Passes the body, which is a range of a file, to a closure, and checks the digest that the response declares.
  ///
  /// - Parameters:
  ///   - range: The range. It shrinks from its beginning, so that a retry continues where the body has stopped.
  ///   - write: Takes a block and its offset in the file.
  /// - Returns: The number of bytes, or `nil` if the body has more than the range.
  /// - Throws: The errors of the body and of `write`; a ``SessionError`` with the code `digest-mismatch`.
  func readRange(
    _ range: inout Range<Int64>, _ write: (_ block: borrowing Span<UInt8>, _ offset: Int64) throws -> Void
  ) async throws -> Int64? {
    var content = DigestCheck(DeclaredDigests(head.headerFields).content)
    let requested = range
    var offset = range.lowerBound
    defer { range = offset..<requested.upperBound }
    let count = try await body.write(upTo: requested.upperBound - offset) { block in
      content.update(block)
      try write(block, offset)
      offset += Int64(block.count)
    }
    guard let count, count == requested.upperBound - requested.lowerBound else { return count }
    _ = try await verify(content)
    return count
  }

  /// Compares the digests of the body, or of the file that it belongs to. A cache does not keep a response with another
  /// digest.
  ///
  /// - Returns: The digest in hexadecimal, or `nil` if none is known.
  /// - Throws: A ``SessionError`` with the code `digest-mismatch`.
  func verify(_ check: DigestCheck) async throws -> String? {
    do {
      return try check.verify()
    } catch {
      await body.refuse()
      throw error
    }
  }
}
