extension JSON {
  /// Takes the elements of a long array as they arrive.
  ///
  ///     var parser = JSON.ElementParser()
  ///     for try await chunk in body {
  ///       try parser.feed(chunk) { element in users.append(try decoder.decode(User.self, from: element)) }
  ///     }
  ///     try parser.finish()
  ///
  /// However the text is cut into chunks, the elements are the same, and so is the error. Memory is bounded by the
  /// largest element. An error is final: further calls throw it again.
  public struct ElementParser: Sendable {
    /// How many bytes an element may have. 16 MiB by default.
    public let maxElementBytes: Int
    /// How many arrays and objects may lie within one another, the outer array among them. 512 by default.
    public let maxDepth: Int
    /// What becomes of a key that its object has already. `.keepFirst` by default.
    public let duplicateKeys: DuplicateKeys

    private var splitter = JSONElementSplitter()
    /// What has come of an element that is not complete.
    private var pending: [UInt8] = []
    private var failure: (any Error)?

    public init(
      maxElementBytes: Int = 16 << 20, maxDepth: Int = 512, duplicateKeys: DuplicateKeys = .keepFirst
    ) {
      self.maxElementBytes = maxElementBytes
      self.maxDepth = maxDepth
      self.duplicateKeys = duplicateKeys
    }

    /// Takes the next bytes, and calls `body` with each element that they complete.
    ///
    /// - Throws: `SyntaxError`, with the position in the whole text, and what `body` throws.
    public mutating func feed(_ bytes: [UInt8], _ body: (Value) throws -> Void) throws {
      try feed(bytes.span, body)
    }

    /// Takes the next bytes, and calls `body` with each element that they complete.
    ///
    /// - Throws: `SyntaxError`, with the position in the whole text, and what `body` throws.
    public mutating func feed(_ bytes: Span<UInt8>, _ body: (Value) throws -> Void) throws {
      if let failure { throw failure }
      do {
        try take(bytes, body)
      } catch {
        failure = error
        pending = []
        throw error
      }
    }

    /// Makes sure that the array is complete.
    public mutating func finish() throws {
      if let failure { throw failure }
      do throws(SyntaxError) {
        // What is wrong within an element comes first.
        if !pending.isEmpty { _ = try parsed(pending.span, isComplete: false) }
        try splitter.finish()
      } catch {
        failure = error
        throw error
      }
    }

    private mutating func take(_ bytes: Span<UInt8>, _ body: (Value) throws -> Void) throws {
      var position = 0
      while position < bytes.count {
        let start = position
        let isComplete = try splitter.scan(bytes, &position)
        guard splitter.isInElement || isComplete else { continue }
        let part = bytes.extracting(splitter.elementStart(in: start..<position)..<position)
        guard part.count <= maxElementBytes - pending.count else {
          throw splitter.elementPosition.error(.tooLarge)
        }
        if isComplete, pending.isEmpty {
          try body(try parsed(part))
        } else {
          pending.append(addingCapacity: part.count) { output in
            for index in part.indices { output.append(part[index]) }
          }
          guard isComplete else { continue }
          let value = try parsed(pending.span)
          pending.removeAll(keepingCapacity: true)
          try body(value)
        }
      }
    }

    private func parsed(_ element: Span<UInt8>, isComplete: Bool = true) throws(SyntaxError) -> Value {
      do {
        return try Value(parsing: element, maxDepth: max(maxDepth - 1, 0), duplicateKeys: duplicateKeys)
      } catch {
        throw splitter.elementPosition.error(isComplete ? error.withinArray(element[0]) : error)
      }
    }
  }
}

extension JSON.SyntaxError {
  /// What a parser of the whole array would call it: there, something follows the element.
  fileprivate func withinArray(_ firstByte: UInt8) -> JSON.SyntaxError {
    let code: Code =
      switch (self.code, firstByte) {
      case (.unexpectedEnd, UInt8(ascii: "-")), (.unexpectedEnd, UInt8(ascii: "0")...UInt8(ascii: "9")):
        .invalidNumber
      case (.unexpectedEnd, _), (.trailingCharacters, _): .unexpectedCharacter
      default: self.code
      }
    return JSON.SyntaxError(code: code, line: line, column: column, byteOffset: byteOffset)
  }
}
