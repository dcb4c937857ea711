import FoundationEssentials
internal import SluiceSupport

extension JSONReader {
  /// Returns the error for a value that cannot be decoded as `type`.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - index: The index of the value's entry, or ``absent``.
  ///   - scope: The scope of the enclosing value.
  ///   - step: The step from `scope` to the value.
  @inline(never)
  func failure(_ type: Any.Type, at index: Int, in scope: JSONScope?, _ step: JSONScope.Step) -> DecodingError
  {
    failure(type, at: index, scope?.codingPath(step) ?? [])
  }

  /// Returns the error for a value that was read without a scope.
  ///
  /// - Parameters:
  ///   - mismatch: The entry that is not a value of its type.
  ///   - index: The index of the entry of the whole value, or ``absent``.
  ///   - scope: The scope of the enclosing value.
  ///   - step: The step from `scope` to the whole value.
  @inline(never)
  func failure(
    _ mismatch: JSONMismatch, within index: Int, in scope: JSONScope?, _ step: JSONScope.Step
  ) -> DecodingError {
    let path = (scope?.codingPath(step) ?? []) + path(from: index, to: mismatch.index)
    return failure(mismatch.type, at: mismatch.index, path)
  }

  private func failure(_ type: Any.Type, at index: Int, _ path: [any CodingKey]) -> DecodingError {
    let entry = entry(at: index)
    switch entry.kind {
    // Foundation reports a type mismatch for `Bool`, and a missing value for all other types.
    case .null where type != Bool.self:
      return .valueNotFound(
        type, .init(codingPath: path, debugDescription: "Expected to decode \(type) but found null instead."))
    case .integer where type is any Numeric.Type, .fraction where type is any Numeric.Type:
      var description = "The number \(tape.numberText(of: entry).prefix(100)) does not fit \(type)."
      if type == Decimal.self, strategies.decimalDecodingStrategy == .exact {
        description += " The decoder's decimalDecodingStrategy .rounded rounds numbers with too many digits."
      }
      return .dataCorrupted(.init(codingPath: path, debugDescription: description))
    default:
      let description = "Expected to decode \(type) but found \(Self.name(of: entry.kind)) instead."
      return .typeMismatch(type, .init(codingPath: path, debugDescription: description))
    }
  }

  /// Returns the error for a member that is missing in the object with the given coding path.
  static func missing(_ key: some CodingKey, at path: [any CodingKey]) -> DecodingError {
    let description = "No value associated with key \(key) (\"\(key.stringValue)\")."
    return .keyNotFound(key, .init(codingPath: path, debugDescription: description))
  }

  func corrupted(_ scope: JSONScope?, _ step: JSONScope.Step, _ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: scope?.codingPath(step) ?? [], debugDescription: description))
  }

  private static func name(of kind: JSONEntry.Kind) -> String {
    switch kind {
    case .null: "null"
    case .false, .true: "bool"
    case .integer, .fraction: "number"
    case .string, .unicode, .escaped: "a string"
    case .array: "an array"
    case .object: "a dictionary"
    }
  }
}

extension DecodingError {
  /// Returns the position in a JSON document that this error is about.
  ///
  /// For a malformed document, this is the position of the malformed byte. Otherwise, it is the start of the value at
  /// the error's coding path, or of the innermost enclosing value if the document lacks some keys of the path.
  ///
  /// - Parameter document: The document whose decoding failed.
  /// - Returns: The position, or `nil` if it cannot be determined.
  /// - Complexity: O(*n*) in the size of the document, which is scanned again.
  package func place(in document: Span<UInt8>) -> JSONPosition? {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return nil
    }
    if let error = context.underlyingError as? JSON.SyntaxError { return JSONPosition(of: error) }
    // No depth limit: the document was scanned with its limit before this error occurred.
    guard
      let scanned = try? JSONDocument(copying: document, maximumDepth: .max, duplicateKeys: .keepFirst),
      let start = document.start(ofToken: scanned.read { $0.entry(at: context.codingPath) })
    else { return nil }
    return JSONPosition(after: document.extracting(..<start))
  }
}

extension JSONTape {
  /// Returns the index of the value at the end of a path, or at the end of its longest part that exists.
  fileprivate func entry(at path: [any CodingKey]) -> Int {
    var index = JSONDocument.root
    for key in path {
      guard let next = self[index].kind == .array ? element(key.intValue, of: index) : member(key, of: index)
      else { break }
      index = next
    }
    return index
  }

  private func element(_ number: Int?, of array: Int) -> Int? {
    guard var left = number, left >= 0 else { return nil }
    var child = array + 1
    while child < self[array].end {
      if left == 0 { return child }
      left -= 1
      child = next(after: child)
    }
    return nil
  }

  private func member(_ key: any CodingKey, of object: Int) -> Int? {
    guard self[object].kind == .object else { return nil }
    let name = ExactString(key.stringValue)
    var child = object + 1
    while child < self[object].end {
      let text = text(of: self[child])
      if ExactString(text) == name || ExactString(SnakeCase.camelCased(text)) == name { return child + 1 }
      child = next(after: child + 1)
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Returns the offset of the value or key that follows `count` others in a valid document.
  ///
  /// Values and keys have the same order in the document and on the tape, so `count` is the index of an entry.
  fileprivate func start(ofToken count: Int) -> Int? {
    var left = count
    var position = 0
    while position < self.count {
      switch self[position] {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D,
        // Outside of strings, only a byte order mark has such bytes.
        0x80...0xFF:
        position += 1
        continue
      default: break
      }
      if left == 0 { return position }
      left -= 1
      position = end(ofTokenAt: position)
    }
    return nil
  }

  private func end(ofTokenAt start: Int) -> Int {
    var position = start + 1
    switch self[start] {
    case UInt8(ascii: "["), UInt8(ascii: "{"): break
    case UInt8(ascii: "\""):
      while position < count, self[position] != UInt8(ascii: "\"") {
        position += self[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position += 1
    default:
      while position < count, !isDelimiter(self[position]) { position += 1 }
    }
    return position
  }

  private func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D:
      true
    default: false
    }
  }
}
