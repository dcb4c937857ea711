extension JSON {
  /// Takes the elements of a long array as they arrive.
  ///
  ///     var parser = JSON.ElementParser()
  ///     for try await chunk in body {
  ///       var position = 0
  ///       while let element = try parser.next(in: chunk.span, from: &position) {
  ///         users.append(try decoder.decode(User.self, from: element))
  ///       }
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

    private var splitter: JSONElementSplitter
    /// What has come of an element that is not complete.
    private var pending: [UInt8] = []
    private var failure: SyntaxError?

    public init(
      maxElementBytes: Int = 16 << 20, maxDepth: Int = 512, duplicateKeys: DuplicateKeys = .keepFirst
    ) {
      self.maxElementBytes = maxElementBytes
      self.maxDepth = maxDepth
      self.duplicateKeys = duplicateKeys
      splitter = JSONElementSplitter(maxDepth: maxDepth)
    }

    /// Where the element that was met last begins.
    package var elementPosition: JSONPosition { splitter.elementPosition }

    /// The next element that `bytes` complete from `position` on, which moves behind what was taken; nil once all is.
    ///
    /// - Throws: `SyntaxError`, with the position in the whole text.
    public mutating func next(
      in bytes: Span<UInt8>, from position: inout Int
    ) throws(SyntaxError) -> Value? {
      if let failure { throw failure }
      do throws(SyntaxError) {
        while let piece = try splitter.next(in: bytes, from: &position) {
          guard piece.range.count <= maxElementBytes - pending.count else {
            throw splitter.elementPosition.error(.tooLarge)
          }
          let part = bytes.extracting(piece.range)
          if piece.isLast, pending.isEmpty { return try parsed(part) }
          pending.append(copying: part)
          guard piece.isLast else { continue }
          defer { pending.removeAll(keepingCapacity: true) }
          return try parsed(pending.span)
        }
        return nil
      } catch {
        throw fail(error)
      }
    }

    /// Makes sure that the array is complete.
    ///
    /// - Throws: `SyntaxError`, with the position in the whole text.
    public mutating func finish() throws(SyntaxError) {
      if let failure { throw failure }
      do throws(SyntaxError) {
        // What is wrong within an element comes first.
        if !pending.isEmpty { _ = try parsed(pending.span, isComplete: false) }
        try splitter.finish()
      } catch {
        throw fail(error)
      }
    }

    private mutating func fail(_ error: SyntaxError) -> SyntaxError {
      failure = error
      pending = []
      return error
    }

    private func parsed(_ element: Span<UInt8>, isComplete: Bool = true) throws(SyntaxError) -> Value {
      do {
        return try Value(parsing: element, maxDepth: maxDepth - 1, duplicateKeys: duplicateKeys)
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
