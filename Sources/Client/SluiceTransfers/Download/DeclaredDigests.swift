internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceSupport

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
