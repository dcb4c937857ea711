import SluiceCoding

/// A JSON document that is read and written byte by byte, to the letter of
/// [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259), which the library is compared with.
indirect enum ReferenceJSON {
  /// `null`, `true` or `false`.
  case literal(String)
  /// The text of a number, as it is in the document.
  case number(String)
  /// The UTF-8 of a string, without escapes.
  case string([UInt8])
  case array([ReferenceJSON])
  case object([Member])

  struct Member {
    let key: [UInt8]
    /// The byte offset of the key's opening quotation mark.
    let offset: Int
    let value: ReferenceJSON
  }

  /// The offset of the first key, at any depth, that its object already has, or `nil` if there is none.
  var firstDuplicateKey: Int? {
    switch self {
    case .literal, .number, .string: return nil
    case .array(let elements): return elements.compactMap(\.firstDuplicateKey).min()
    case .object(let members):
      var known: Set<[UInt8]> = []
      let own = members.first { !known.insert($0.key).inserted }?.offset
      return (members.compactMap(\.value.firstDuplicateKey) + [own].compactMap(\.self)).min()
    }
  }

  /// The document without members that repeat a key.
  var keepingFirstMembers: ReferenceJSON {
    switch self {
    case .literal, .number, .string: return self
    case .array(let elements): return .array(elements.map(\.keepingFirstMembers))
    case .object(let members):
      var known: Set<[UInt8]> = []
      return .object(
        members.filter { known.insert($0.key).inserted }.map {
          Member(key: $0.key, offset: $0.offset, value: $0.value.keepingFirstMembers)
        })
    }
  }

  /// The document with each object's members in the order of their keys' bytes.
  var sortingMembers: ReferenceJSON {
    switch self {
    case .literal, .number, .string: return self
    case .array(let elements): return .array(elements.map(\.sortingMembers))
    case .object(let members):
      // The standard library's sort is stable.
      return .object(
        members.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
          Member(key: $0.key, offset: $0.offset, value: $0.value.sortingMembers)
        })
    }
  }

  /// Returns the document in one line.
  ///
  /// - Parameter escapingSlashes: Whether `/` is written as `\/`. Defaults to `false`.
  func text(escapingSlashes: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    write(into: &output, escapingSlashes)
    return output
  }

  private func write(into output: inout [UInt8], _ escapesSlashes: Bool) {
    switch self {
    case .literal(let text), .number(let text): output += text.utf8
    case .string(let text): Self.write(text, into: &output, escapesSlashes)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.write(into: &output, escapesSlashes)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.write(member.key, into: &output, escapesSlashes)
        output.append(UInt8(ascii: ":"))
        member.value.write(into: &output, escapesSlashes)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: [UInt8], into output: inout [UInt8], _ escapesSlashes: Bool) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): output += "\\\"".utf8
      case UInt8(ascii: "\\"): output += "\\\\".utf8
      case UInt8(ascii: "/") where escapesSlashes: output += "\\/".utf8
      case 0x08: output += "\\b".utf8
      case 0x09: output += "\\t".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0C: output += "\\f".utf8
      case 0x0D: output += "\\r".utf8
      case ..<0x20: output += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
