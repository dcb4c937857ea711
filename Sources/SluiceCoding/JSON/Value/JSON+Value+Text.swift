public import FoundationEssentials

extension JSON.Value {
  /// The document that `bytes` hold.
  ///
  /// - Parameters:
  ///   - maxDepth: how many arrays and objects may lie within one another.
  ///   - duplicateKeys: what becomes of a key that its object has already. Where they are kept, ``members`` has
  ///     them all, and the subscript finds the first.
  public init(
    parsing bytes: Span<UInt8>, maxDepth: Int = 512, duplicateKeys: JSON.DuplicateKeys = .keepFirst
  ) throws(JSON.SyntaxError) {
    let document = try JSONDocument(copying: bytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
    self.init(document, JSONDocument.root)
  }

  /// The document that `bytes` hold.
  public init(
    parsing bytes: [UInt8], maxDepth: Int = 512, duplicateKeys: JSON.DuplicateKeys = .keepFirst
  ) throws(JSON.SyntaxError) {
    try self.init(parsing: bytes.span, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
  }

  /// The document that `data` holds.
  public init(
    parsing data: Data, maxDepth: Int = 512, duplicateKeys: JSON.DuplicateKeys = .keepFirst
  ) throws(JSON.SyntaxError) {
    let document = try JSONDocument(copying: data.bytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
    self.init(document, JSONDocument.root)
  }

  /// The document that `text` holds.
  public init(
    parsing text: String, maxDepth: Int = 512, duplicateKeys: JSON.DuplicateKeys = .keepFirst
  ) throws(JSON.SyntaxError) {
    try self.init(parsing: text.utf8.span, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
  }

  /// The value as JSON, in UTF-8.
  public func bytes(formatting: JSON.OutputFormatting = []) -> [UInt8] {
    formatted(formatting).array
  }

  /// Appends the value as JSON to `bytes`.
  public func write(into bytes: inout [UInt8], formatting: JSON.OutputFormatting = []) {
    formatted(formatting).append(to: &bytes)
  }

  private func formatted(_ formatting: JSON.OutputFormatting) -> JSONBuffer {
    if case .scanned(let document, let index) = storage {
      return document.read { JSONFormatter(tape: $0, formatting: formatting).format(index) }
    }
    let buffer = JSONBuffer()
    write(into: buffer, formatting: formatting)
    guard !formatting.isDisjoint(with: [.prettyPrinted, .sortedKeys]),
      // What was just written is JSON.
      let document = try? buffer.scanned()
    else { return buffer }
    return document.read { JSONFormatter(tape: $0, formatting: formatting).format(JSONDocument.root) }
  }

  /// Appends the value in one line, members in order; if `dropsNulls`, without those that are null.
  func write(into buffer: JSONBuffer, formatting: JSON.OutputFormatting, dropsNulls: Bool = false) {
    let escapesSlashes = !formatting.contains(.withoutEscapingSlashes)
    // Containers wait in a list, so that depth costs no stack.
    var levels: [Level] = []
    var value = self
    while true {
      switch value.storage {
      case .scanned(let document, let index):
        document.read { tape in
          JSONFormatter(
            tape: tape, formatting: formatting.intersection(.withoutEscapingSlashes), dropsNulls: dropsNulls
          ).format(index, into: buffer)
        }
      case .content(.null): buffer.append("null")
      case .content(.bool(let bool)): buffer.append(bool ? "true" : "false")
      case .content(.number(let number)): buffer.append(number.text)
      case .content(.string(let string)): buffer.appendString(string, escapesSlashes: escapesSlashes)
      case .content(.array(let elements)):
        buffer.append(UInt8(ascii: "["))
        levels.append(.elements(elements[...], isFirst: true))
      case .content(.object(let members)):
        buffer.append(UInt8(ascii: "{"))
        let kept = dropsNulls ? members.filter { !$0.value.isNull } : members
        levels.append(.members(kept[...], isFirst: true))
      }
      while true {
        guard let level = levels.popLast() else { return }
        if let (next, rest) = level.next(buffer, escapesSlashes: escapesSlashes) {
          levels.append(rest)
          value = next
          break
        }
      }
    }
  }

  /// What is left of a container.
  private enum Level {
    case elements(ArraySlice<JSON.Value>, isFirst: Bool)
    case members(ArraySlice<Member>, isFirst: Bool)

    /// Writes what stands before the next value, or the closing bracket.
    func next(_ buffer: JSONBuffer, escapesSlashes: Bool) -> (JSON.Value, Level)? {
      switch self {
      case .elements(let elements, let isFirst):
        guard let element = elements.first else {
          buffer.append(UInt8(ascii: "]"))
          return nil
        }
        if !isFirst { buffer.append(UInt8(ascii: ",")) }
        return (element, .elements(elements.dropFirst(), isFirst: false))
      case .members(let members, let isFirst):
        guard let member = members.first else {
          buffer.append(UInt8(ascii: "}"))
          return nil
        }
        if !isFirst { buffer.append(UInt8(ascii: ",")) }
        buffer.appendString(member.key, escapesSlashes: escapesSlashes)
        buffer.append(UInt8(ascii: ":"))
        return (member.value, .members(members.dropFirst(), isFirst: false))
      }
    }
  }
}

extension JSON.Value: CustomStringConvertible {
  /// The value as JSON, in one line.
  public var description: String {
    String(decoding: bytes(formatting: .withoutEscapingSlashes), as: UTF8.self)
  }
}

extension JSON.Value: Hashable {
  public static func == (left: JSON.Value, right: JSON.Value) -> Bool { left.bytes() == right.bytes() }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes()) }
}
