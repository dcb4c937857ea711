package import HTTPTypes
internal import SluiceBody
internal import SluiceCoding

/// The fields of a request that a stored response depends on: those that its `Vary` names, and `Authorization`, so that
/// the response to one user is not another's (RFC 9111 §4.1).
///
/// Only a digest of their values is kept, because they may be secret.
package struct SelectingFields: Sendable, Equatable {
  /// The names, in lower case, sorted.
  package let names: [String]
  /// The maximum number of names in `Vary`, each counted once. A response with more is not stored.
  private static let maximumCount = 32

  init(names: [String]) { self.names = names }

  /// Determines the fields of a response.
  ///
  /// - Parameters:
  ///   - fields: The fields of the response.
  ///   - control: The directives of its `Cache-Control` fields.
  /// - Returns: `nil` if the response depends on more than fields of the request (`*`), or on too many of them.
  package init?(of fields: HTTPFields, _ control: CacheControl) {
    var names: Set<String> = []
    for value in fields[values: .vary] {
      for name in value.utf8.split(whereSeparator: { " \t,".utf8.contains($0) }) {
        guard name.isHTTPToken, !name.elementsEqual("*".utf8) else { return nil }
        names.insert(String(Substring(name)).lowercased())
        guard names.count <= Self.maximumCount else { return nil }
      }
    }
    // The directives by which the origin says that the response is not only for one user (RFC 9111 §3.5).
    if !control.isPublic, !control.hasSharedMaximumAge, !control.mustRevalidate {
      names.insert("authorization")
    }
    self.names = names.sorted()
  }

  /// Whether the response depends on a field.
  func contains(_ name: HTTPField.Name) -> Bool { names.contains(name.canonicalName) }

  /// Returns the digest of the fields' names and values in a request: 32 bytes.
  package func digest(of request: HTTPFields) -> [UInt8] {
    var hash = SHA256()
    for name in names {
      hash.update(Array(name.utf8).span)
      guard let name = HTTPField.Name(name), request.contains(name) else {
        hash.update([0, 0].span)
        continue
      }
      hash.update([0, 1].span)
      var members = Self.members(of: request[values: name])
      // The case has no meaning in these, nor has the order of codings (RFC 9110 §12.5.3). That of languages has one
      // for some servers (§12.5.4).
      if name == .acceptEncoding || name == .acceptLanguage {
        members = members.filter { !$0.isEmpty }.map { $0.map(\.asciiLowercased)[...] }
      }
      if name == .acceptEncoding { members.sort { $0.lexicographicallyPrecedes($1) } }
      hash.update(Array(members.joined(separator: ",".utf8)).span)
      hash.update([0].span)
    }
    return hash.digest
  }

  /// Returns the members of values that are one list, without the blanks around commas. Those in quoted strings stay.
  private static func members(of values: [String]) -> [ArraySlice<UInt8>] {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    let bytes = Array(values.joined(separator: ",").utf8)
    var scanner = HeaderScanner(bytes[...])
    var members: [ArraySlice<UInt8>] = []
    repeat {
      scanner.skip { " \t".utf8.contains($0) }
      let start = scanner.position
      repeat { scanner.skip { $0 != comma && $0 != quote } } while scanner.collectQuotedString() != nil
      let member = bytes[start..<scanner.position]
      let end = member.lastIndex { !" \t".utf8.contains($0) }
      members.append(end.map { member[...$0] } ?? [])
    } while scanner.skip(comma)
    return members
  }
}
