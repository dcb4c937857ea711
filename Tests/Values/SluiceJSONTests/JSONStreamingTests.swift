import SluiceJSON
import SluiceTestSupport
import Testing

/// Text that arrives in pieces.
@Suite(.timeLimit(.minutes(5))) struct JSONStreamingTests {
  private struct Outcome: Equatable {
    var elements: [JSON.Value] = []
    var error: JSON.SyntaxError?
  }

  private func outcome(_ text: [UInt8], pieces: () -> Int) -> Outcome {
    var outcome = Outcome()
    var parser = JSON.ElementParser()
    do {
      var position = 0
      while position < text.count {
        let end = min(text.count, position + pieces())
        try parser.feed(Array(text[position..<end])) { outcome.elements.append($0) }
        position = end
      }
      try parser.finish()
    } catch {
      outcome.error = error as? JSON.SyntaxError
      #expect(throws: JSON.SyntaxError.self) { try parser.finish() }
      #expect(throws: JSON.SyntaxError.self) { try parser.feed([0x20]) }
    }
    return outcome
  }

  @Test func `elements do not depend on how the text is cut`() throws {
    var generator = SeededGenerator(seed: 13)
    for round in 0..<1500 {
      let separators = [",", " , ", ",\n", "\r\n,"]
      let elements = (0..<Int.random(in: 0...5, using: &generator))
        .map { _ in RandomJSON.document(depth: 2, using: &generator) }
      var text = Array(
        "\(round % 5 == 0 ? "\u{FEFF}" : "") [\(elements.joined(separator: separators.randomElement(using: &generator) ?? ","))]\n"
          .utf8)
      if round % 2 == 0 {
        let position = Int.random(in: 0..<text.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: text.remove(at: position)
        case 1: text.insert(Array("[]{},:\"\\0-x\n".utf8).randomElement(using: &generator) ?? 0, at: position)
        default: text.removeLast(text.count - position)
        }
      }
      let whole = outcome(text) { .max / 2 }
      #expect(outcome(text) { 1 } == whole)
      #expect(outcome(text) { Int.random(in: 1...7, using: &generator) } == whole)
      // The parser of whole documents agrees.
      do {
        let value = try JSON.Value(parsing: text)
        if value.array != nil { #expect(whole == Outcome(elements: value.array ?? [])) }
      } catch {
        #expect(whole.error != nil)
        if case .some("[") = text.first.map({ Character(Unicode.Scalar($0)) }) {
          #expect(whole.error == error, "\(String(decoding: text, as: UTF8.self))")
        }
      }
    }
  }

  /// Mostly quotation marks, backslashes and brackets, rarely valid JSON.
  @Test func `the end of an element does not depend on how the text is cut`() throws {
    var generator = SeededGenerator(seed: 5)
    let alphabet = Array("\"\"\\\\[]{}ax1,: \n\r".utf8)
    for round in 0..<1000 {
      let inner = (0..<Int.random(in: 0...40, using: &generator))
        .map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      let text =
        Array((round % 3 == 0 ? "[" : "[\"").utf8) + inner + Array(round % 2 == 0 ? "\"]".utf8 : "]".utf8)
      let whole = outcome(text) { .max / 2 }
      #expect(outcome(text) { 1 } == whole, "\(String(decoding: text, as: UTF8.self))")
      #expect(outcome(text) { Int.random(in: 1...20, using: &generator) } == whole)
      // The parser of whole documents agrees.
      do {
        #expect(whole == Outcome(elements: try JSON.Value(parsing: text).array ?? []))
      } catch {
        #expect(whole.error == error, "\(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  @Test func `positions are the same in one step and byte by byte`() {
    var generator = SeededGenerator(seed: 7)
    let alphabet: [UInt8] = [0x0A, 0x0D, 0x0D, 0x61, 0x62, 0xC3, 0xA4, 0xEF, 0xBB, 0xBF, 0x80, 0xFF, 0x00]
    for _ in 0..<2000 {
      var steps = JSONPosition()
      var bytes = JSONPosition()
      for _ in 0..<3 {
        let part = (0..<Int.random(in: 0...30, using: &generator))
          .flatMap { _ in
            // Plain characters are passed 16 at a time.
            let isRun = Int.random(in: 0..<8, using: &generator) == 0
            let count = isRun ? Int.random(in: 8...40, using: &generator) : 1
            return Array(
              repeating: isRun ? 0x63 : alphabet.randomElement(using: &generator) ?? 0, count: count)
          }
        steps.advance(over: part.span)
        for byte in part { bytes.advance(over: byte) }
        #expect(steps.error(.tooLarge) == bytes.error(.tooLarge), "\(part)")
      }
    }
  }

  @Test func `an element at the limit passes, and one byte more is an error`() throws {
    let element = "\"\(String(repeating: "a", count: 98))\""
    for (limit, fits) in [(100, true), (99, false)] {
      for size in [1, 64, 1000] {
        var parser = JSON.ElementParser(maximumElementByteCount: limit)
        var count = 0
        let text = Array("[1, \(element), \(element)]".utf8)
        do {
          for start in stride(from: 0, to: text.count, by: size) {
            try parser.feed(Array(text[start..<min(start + size, text.count)])) { _ in count += 1 }
          }
          try parser.finish()
          #expect(fits && count == 3)
        } catch let error as JSON.SyntaxError {
          #expect(!fits && error.code == .tooLarge && error.byteOffset == 4 && count == 1)
        }
      }
    }
  }

  @Test(arguments: ["[true1", "[1,2x", "[\"a\" b", "[{}\n1", "[1e5-", "[-", "[1", "[nul"])
  func `an array that is cut short has the error of a whole document`(_ text: String) throws {
    let expected = try #require(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: text) }
    var parser = JSON.ElementParser()
    let error = #expect(throws: JSON.SyntaxError.self) {
      try parser.feed(Array(text.utf8))
      try parser.finish()
    }
    #expect(error == expected)
  }

  @Test func `depth and duplicate keys follow the options`() throws {
    var parser = JSON.ElementParser(maximumDepth: 2, duplicateKeys: .refuse)
    try parser.feed(Array("[[1]".utf8))
    #expect(throws: JSON.SyntaxError.self) { try parser.feed(Array(",[[1]]".utf8)) }
    parser = JSON.ElementParser(maximumDepth: 2, duplicateKeys: .refuse)
    #expect(throws: JSON.SyntaxError.self) { try parser.feed(Array("[{\"a\":1,\"a\":2}".utf8)) }
  }
}

extension JSON.ElementParser {
  /// Calls `body` with each element that `bytes` complete.
  fileprivate mutating func feed(_ bytes: [UInt8], _ body: (JSON.Value) -> Void = { _ in }) throws {
    var position = 0
    while let element = try next(in: bytes.span, from: &position) { body(element) }
    #expect(position == bytes.count)
  }
}
