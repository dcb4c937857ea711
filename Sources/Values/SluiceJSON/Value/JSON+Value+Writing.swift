extension JSON.Value {
  /// Appends the value in a single line, with members in order.
  ///
  /// - Parameters:
  ///   - buffer: The buffer to append to.
  ///   - escapesSlashes: Whether slashes are escaped.
  ///   - dropsNulls: Whether to omit members that are null. Defaults to `false`.
  func write(into buffer: JSONBuffer, escapesSlashes: Bool, dropsNulls: Bool = false) {
    storage.write(into: buffer, escapesSlashes: escapesSlashes, dropsNulls: dropsNulls)
  }

  @inline(never)
  fileprivate func writeContainer(into buffer: JSONBuffer, escapesSlashes: Bool, dropsNulls: Bool) {
    // The enclosing containers are kept in an array, so that nesting uses no stack.
    var outer: [Level] = []
    guard var level = Level(self, dropsNulls: dropsNulls) else { return }
    while true {
      guard let value = level.next(buffer, escapesSlashes: escapesSlashes) else {
        guard let enclosing = outer.popLast() else { return }
        level = enclosing
        continue
      }
      if let inner = Level(value, dropsNulls: dropsNulls) {
        outer.append(level)
        level = inner
      } else {
        value.write(into: buffer, escapesSlashes: escapesSlashes, dropsNulls: dropsNulls)
      }
    }
  }

  /// A container that the program built, and that is being written.
  private struct Level {
    private enum Children {
      case elements([JSON.Value])
      case members([Member])
    }

    private let children: Children
    /// The index of the next element or member.
    private var index = 0

    /// Creates a level for a value, or returns `nil` if the value is not a container that the program built.
    init?(_ value: JSON.Value, dropsNulls: Bool) {
      switch value.storage {
      case .content(.array(let elements)): children = .elements(elements)
      case .content(.object(let members)):
        children = .members(dropsNulls ? members.filter { !$0.value.isNull } : members)
      default: return nil
      }
    }

    /// Writes what precedes the next value, or the closing bracket.
    ///
    /// - Returns: The value, or `nil` at the end of the container.
    mutating func next(_ buffer: JSONBuffer, escapesSlashes: Bool) -> JSON.Value? {
      defer { index += 1 }
      switch children {
      case .elements(let elements):
        guard begin(of: elements.count, in: ("[", "]"), buffer) else { return nil }
        return elements[index]
      case .members(let members):
        guard begin(of: members.count, in: ("{", "}"), buffer) else { return nil }
        buffer.appendString(members[index].key, escapesSlashes: escapesSlashes)
        buffer.append(UInt8(ascii: ":"))
        return members[index].value
      }
    }

    /// Writes the bracket or comma before the next element or member.
    ///
    /// - Returns: `false` after the last one, with the closing bracket.
    @inline(__always)
    private func begin(
      of count: Int, in brackets: (opening: StaticString, closing: StaticString), _ buffer: JSONBuffer
    ) -> Bool {
      if index == 0 { buffer.append(brackets.opening) }
      guard index < count else {
        buffer.append(brackets.closing)
        return false
      }
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      return true
    }
  }
}

// A switch over `self` copies neither strings nor references, unless the compiler inlines it into other methods.

extension JSON.Value.Storage {
  @inline(never)
  fileprivate func write(into buffer: JSONBuffer, escapesSlashes: Bool, dropsNulls: Bool) {
    switch self {
    case .content(let content):
      content.write(into: buffer, escapesSlashes: escapesSlashes, dropsNulls: dropsNulls)
    case .scanned(let document, let index):
      document.write(index, into: buffer, escapesSlashes: escapesSlashes, dropsNulls: dropsNulls)
    }
  }
}

extension JSON.Value.Content {
  /// Appends the content of a value in a single line.
  @inline(never)
  fileprivate func write(into buffer: JSONBuffer, escapesSlashes: Bool, dropsNulls: Bool) {
    switch self {
    case .null: buffer.appendNull()
    case .bool(let bool): buffer.append(bool)
    case .number(let number): buffer.append(number.text)
    case .string(let string): buffer.appendString(string, escapesSlashes: escapesSlashes)
    case .array, .object:
      JSON.Value(self).writeContainer(into: buffer, escapesSlashes: escapesSlashes, dropsNulls: dropsNulls)
    }
  }
}

extension JSONDocument {
  /// Appends the value at `index` in a single line.
  @inline(never)
  fileprivate func write(_ index: Int, into buffer: JSONBuffer, escapesSlashes: Bool, dropsNulls: Bool) {
    read { tape in
      let entry = tape[index]
      guard entry.isContainer else {
        return buffer.appendScalar(entry, of: tape, escapesSlashes: escapesSlashes)
      }
      JSONFormatter(
        tape: tape, formatting: escapesSlashes ? [] : .withoutEscapingSlashes, dropsNulls: dropsNulls
      ).format(index, into: buffer)
    }
  }
}

extension JSONBuffer {
  /// Appends the elements of an array, separated by commas.
  @inline(never)
  func append(elements: [JSON.Value], escapesSlashes: Bool) {
    elements.borrowEach { value in
      appendComma(after: UInt8(ascii: "["))
      value.write(into: self, escapesSlashes: escapesSlashes)
    }
  }
}
