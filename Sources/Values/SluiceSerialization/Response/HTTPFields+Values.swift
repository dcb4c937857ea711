public import HTTPTypes
internal import RawStructuredFieldValues
public import SluiceCoding
internal import SluiceSupport

extension HTTPFields {
  /// Returns what `self[name]` does, the values of all fields with a name in one, without the work of joining them if
  /// there is no field or a single one.
  package func value(of name: HTTPField.Name) -> String? {
    guard contains(name), let index = firstIndex(where: { $0.name == name }) else { return nil }
    return self[(index + 1)...].contains { $0.name == name } ? self[name] : self[index].value
  }

  /// Returns the members of the lists in the fields with a name, in lower case and without the blanks around them.
  /// Empty ones are left out.
  package func members(of name: HTTPField.Name) -> some Sequence<String> {
    self[values: name].lazy.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
      .map { Substring($0.trimmingBlanks).lowercased() }.filter { !$0.isEmpty }
  }
}

/// The values of structured fields ([RFC 9651](https://www.rfc-editor.org/rfc/rfc9651)).
extension HTTPFields {
  /// Returns the Boolean of a field that is an item, or `nil` if the field is missing or malformed.
  package func boolean(_ name: HTTPField.Name) -> Bool? {
    guard var parser = structured(name), let item = try? parser.parseItemFieldValue(),
      case .bool(let value) = item.rfc9651BareItem
    else { return nil }
    return value
  }

  /// Returns the numbers of bytes in a field that is a dictionary, without other members. The result is empty if the
  /// field is missing or malformed.
  package func byteCounts(_ name: HTTPField.Name) -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for (key, member) in members(name) {
      if case .item(let item) = member, case .integer(let count) = item.rfc9651BareItem, count >= 0 {
        counts[key] = count
      }
    }
    return counts
  }

  /// Returns the byte sequences of a field that is a dictionary of nothing else. The result is empty if the field is
  /// missing or malformed. The padding of Base64 may be missing (RFC 9651 §4.2.7).
  package func byteSequences(_ name: HTTPField.Name) -> [String: [UInt8]] {
    var sequences: [String: [UInt8]] = [:]
    for (key, member) in members(name) {
      guard case .item(let item) = member, case .undecodedByteSequence(let text) = item.rfc9651BareItem,
        let data = Base64Text.data(padded(text))
      else { return [:] }
      sequences[key] = Array(data)
    }
    return sequences
  }

  /// Returns Base64 text with the padding that may be missing.
  private func padded(_ text: String) -> [UInt8] {
    let missing = (4 - text.utf8.count % 4) % 4
    return Array(text.utf8) + Array(repeating: UInt8(ascii: "="), count: missing)
  }

  private func members(_ name: HTTPField.Name) -> OrderedMap<String, ItemOrInnerList> {
    guard var parser = structured(name), let members = try? parser.parseDictionaryFieldValue() else {
      return [:]
    }
    return members
  }

  /// Returns a parser of a field, or `nil` if the field is missing or has more than 16 KiB: the parser takes time
  /// quadratic in the number of keys.
  private func structured(_ name: HTTPField.Name) -> StructuredFieldValueParser<[UInt8]>? {
    guard let value = self[name], value.utf8.count <= 16 << 10 else { return nil }
    return StructuredFieldValueParser(Array(value.utf8))
  }
}

extension HTTPFields {
  /// The links of all `Link` fields in order ([RFC 8288 §3](https://www.rfc-editor.org/rfc/rfc8288#section-3)).
  ///
  /// ```swift
  /// let titles = response.fields.links.compactMap { $0["title"] }
  /// ```
  ///
  /// A field is parsed up to its first mistake, which does not affect the others.
  ///
  /// - Complexity: O(*n*) in the length of the fields.
  public var links: [WebLink] {
    guard let name = HTTPField.Name("Link") else { return [] }
    return self[fields: name].flatMap { WebLink.links(in: $0.bytes) }
  }

  /// Returns the first link with a relation type, such as `next`, or `nil` if there is none.
  ///
  /// A link with an anchor that is not empty belongs to another resource, and is skipped.
  ///
  /// - Parameter relation: The relation type, in any case.
  /// - Complexity: That of ``links``.
  public func link(_ relation: String) -> WebLink? { WebLink.first(relation, in: links) }

  /// Returns the URI references of the fields with a name, such as `Location`, in order. The bytes of one that is not
  /// UTF-8 are percent-encoded.
  package func references(_ name: HTTPField.Name) -> [String] {
    self[fields: name].map { URIReference.text(of: $0.bytes) }
  }
}
