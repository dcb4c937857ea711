internal import HTTPTypes
internal import SluiceCoding
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

  /// Returns the digest in a dictionary of byte sequences (RFC 9651 §3.2).
  private static func dictionary(_ fields: HTTPFields, _ name: String) -> Set<[UInt8]> {
    guard let text = HTTPField.Name(name).flatMap({ fields[$0] }) else { return [] }
    var digest: [UInt8]?
    for member in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      guard let (key, value) = parted(member), let end = value.dropFirst().firstIndex(of: UInt8(ascii: ":")),
        value.first == UInt8(ascii: ":"),
        // Parameters may follow.
        case let rest = value[value.index(after: end)...], rest.isEmpty || rest.first == UInt8(ascii: ";"),
        let bytes = Base64Text.data(Array(value[..<end].dropFirst()))
      else { return [] }
      // The last of several members with one key counts.
      if key.elementsEqual("sha-256".utf8) { digest = Array(bytes) }
    }
    return valid(digest)
  }

  /// Returns the digest in the older field.
  private static func older(_ fields: HTTPFields) -> Set<[UInt8]> {
    guard let text = HTTPField.Name("Digest").flatMap({ fields[$0] }) else { return [] }
    for member in text.utf8.split(separator: UInt8(ascii: ",")) {
      guard let (key, value) = parted(member),
        String(Substring(key)).lowercased().utf8.elementsEqual("sha-256".utf8)
      else { continue }
      return valid(Base64Text.data(Array(value)).map(Array.init))
    }
    return []
  }

  private static func valid(_ digest: [UInt8]?) -> Set<[UInt8]> {
    digest.map { $0.count == 32 ? [$0] : [] } ?? []
  }

  /// Divides a member at its first `=`, without blanks around it.
  private static func parted(_ member: Substring.UTF8View) -> (Substring.UTF8View, Substring.UTF8View)? {
    let member = member.trimmingBlanks
    guard let equals = member.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (member[..<equals], member[member.index(after: equals)...])
  }
}
