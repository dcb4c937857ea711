internal import SluiceErrors
internal import SluiceSupport

extension JSON {
  /// A parser of the elements of an array as they arrive, for arrays of any length.
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
  /// The elements and errors do not depend on how the text is split into chunks. Memory is bounded by the largest
  /// element, not by the array. An error is final: further calls throw it again.
  package struct ElementParser: Sendable {
    /// The maximum number of bytes of an element, or `nil` for no limit. Defaults to 16 MiB.
    package let maximumElementByteCount: Int?
    /// The maximum depth of nested arrays and objects, including the outer array. Defaults to 512.
    package let maximumDepth: Int
    /// The handling of duplicate keys in an object. Defaults to `.keepFirst`.
    package let duplicateKeys: DuplicateKeys

    private var splitter: JSONElementSplitter
    /// The bytes received so far of an incomplete element.
    private var pending: [UInt8] = []
    private var document = JSONReusedDocument()
    private var failure = FinalError<SyntaxError>()

    /// Creates a parser at the start of a text.
    ///
    /// - Parameters:
    ///   - maximumElementByteCount: The maximum number of bytes of an element, or `nil` for no limit. Defaults to
    ///     16 MiB.
    ///   - maximumDepth: The maximum depth of nested arrays and objects, including the outer array. Defaults to 512.
    ///   - duplicateKeys: The handling of duplicate keys in an object. Defaults to `.keepFirst`.
    package init(
      maximumElementByteCount: Int? = 16 << 20, maximumDepth: Int = 512,
      duplicateKeys: DuplicateKeys = .keepFirst
    ) {
      self.maximumElementByteCount = maximumElementByteCount
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
      splitter = JSONElementSplitter(maximumDepth: maximumDepth)
    }

    /// The position at which the last element starts.
    package var elementPosition: JSONPosition { splitter.elementPosition }

    /// Returns the next element that is complete in a chunk of the text.
    ///
    /// Call this method with the same chunk until it returns `nil`, and then with the next chunk.
    ///
    /// - Parameters:
    ///   - bytes: A chunk of the text.
    ///   - position: The index in `bytes` to continue at, 0 for a new chunk. It is advanced past the consumed bytes.
    /// - Returns: The element, or `nil` after all bytes of the chunk are consumed.
    /// - Throws: ``SyntaxError`` with the position in the whole text.
    /// - Complexity: O(*n*) in the number of consumed bytes, plus the bytes of the element that are held from earlier
    ///   chunks.
    package mutating func next(
      in bytes: Span<UInt8>, from position: inout Int
    ) throws(SyntaxError) -> Value? {
      try failure.check()
      do throws(SyntaxError) {
        return try element(in: bytes, from: &position)
      } catch {
        throw failure.keep(error)
      }
    }

    private mutating func element(
      in bytes: Span<UInt8>, from position: inout Int
    ) throws(SyntaxError) -> Value? {
      while let piece = try splitter.next(in: bytes, from: &position) {
        guard piece.range.count <= (maximumElementByteCount ?? .max) - pending.count else {
          throw splitter.elementPosition.error(.tooLarge)
        }
        let part = bytes.extracting(piece.range)
        if piece.isLast, pending.isEmpty { return try parsed(part) }
        pending.append(copying: part)
        guard piece.isLast else { continue }
        var element = exchange(&pending, with: [])
        defer {
          element.removeAll(keepingCapacity: true)
          pending = element
        }
        return try parsed(element.span)
      }
      return nil
    }

    /// Ends the text and checks that the array is complete.
    ///
    /// - Throws: ``SyntaxError`` with the position in the whole text. Its code is ``ErrorCode/unexpectedEnd``
    ///   unless an incomplete element is malformed.
    package mutating func finish() throws(SyntaxError) {
      try failure.check()
      do throws(SyntaxError) {
        // An error within the incomplete element takes precedence, since it comes first in the text.
        let element = pending
        if !element.isEmpty { _ = try parsed(element.span, isComplete: false) }
        try splitter.finish()
      } catch {
        throw failure.keep(error)
      }
    }

    /// Parses an element with the memory of the last one, unless a value still refers to that.
    private mutating func parsed(
      _ element: Span<UInt8>, isComplete: Bool = true
    ) throws(SyntaxError) -> Value {
      do {
        let document = try document.scan(
          copying: element, maximumDepth: maximumDepth - 1, duplicateKeys: duplicateKeys, isElement: true)
        return Value(document, JSONDocument.root)
      } catch {
        throw splitter.elementPosition.error(error.withinArray(element[0], isComplete: isComplete))
      }
    }
  }
}

extension JSON.SyntaxError {
  /// Returns the error with the code that a parser of the whole array reports.
  ///
  /// A complete element that ends too early by itself is followed by a comma, bracket or white space in the array.
  fileprivate func withinArray(_ firstByte: UInt8, isComplete: Bool) -> JSON.SyntaxError {
    let code: ErrorCode =
      switch (self.code, firstByte) {
      case (.trailingCharacters, _): .unexpectedCharacter
      case (.unexpectedEnd, _) where !isComplete: .unexpectedEnd
      case (.unexpectedEnd, UInt8(ascii: "-")), (.unexpectedEnd, UInt8(ascii: "0")...UInt8(ascii: "9")):
        .invalidNumber
      case (.unexpectedEnd, _): .unexpectedCharacter
      default: self.code
      }
    return JSON.SyntaxError(code: code, line: line, column: column, byteOffset: byteOffset)
  }
}
