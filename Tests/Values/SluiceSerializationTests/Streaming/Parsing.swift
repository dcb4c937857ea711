import SluiceBody
import SluiceJSON
import SluiceSerialization
import SluiceTestSupport
import Testing

/// The elements and the error of a parser.
struct Outcome<Element: Equatable>: Equatable, CustomStringConvertible {
  var elements: [Element] = []
  var error: String?

  var description: String { "\(elements)\(error.map { " \($0)" } ?? "")" }
}

/// Returns the message of a syntax error, and the description of any other error of a parser.
private func text(of error: any Error) -> String {
  guard let error = error as? StreamError, error.code == .undecodableRecord,
    let syntax = error.underlying as? JSON.SyntaxError
  else { return "\(error)" }
  #expect(error.line == syntax.line && error.byteOffset == syntax.byteOffset)
  #expect("\(error)" == "undecodable-record: the record is malformed: \(syntax)")
  return syntax.message
}

/// Feeds pieces of input to a parser, and expects that an error is final.
func outcome<Parser: StreamParser>(
  of pieces: [ArraySlice<UInt8>], _ makeParser: () -> Parser
) -> Outcome<Parser.Element> {
  var parser = makeParser()
  var outcome = Outcome<Parser.Element>()
  do {
    for piece in pieces {
      let bytes = Array(piece)
      var position = 0
      while let element = try parser.next(in: bytes.span, from: &position) {
        outcome.elements.append(element)
      }
      #expect(position == bytes.count)
    }
    while let element = try parser.finish() { outcome.elements.append(element) }
    #expect(try parser.finish() == nil)
  } catch {
    outcome.error = text(of: error)
    let again = #expect(throws: (any Error).self) { try parser.finish() }
    #expect(again.map { text(of: $0) } == outcome.error)
    var position = 0
    let andAgain = #expect(throws: (any Error).self) { try parser.next(in: [0x0A].span, from: &position) }
    #expect(andAgain.map { text(of: $0) } == outcome.error)
  }
  return outcome
}

/// Returns the outcome of parsing `input`, and expects that it is the same in one piece, in any two or three pieces,
/// and byte by byte.
func outcome<Parser: StreamParser>(
  of input: [UInt8], sourceLocation: SourceLocation = #_sourceLocation, _ makeParser: () -> Parser
) -> Outcome<Parser.Element> {
  let whole = outcome(of: [input[...]], makeParser)
  let bytes = input.indices.map { input[$0...$0] }
  #expect(outcome(of: bytes, makeParser) == whole, sourceLocation: sourceLocation)
  for first in input.indices {
    let parts = [input[..<first], input[first...]]
    #expect(outcome(of: parts, makeParser) == whole, "cut at \(first)", sourceLocation: sourceLocation)
    guard input.count <= 40 else { continue }
    for second in first..<input.count {
      let parts = [input[..<first], input[first..<second], [], input[second...]]
      #expect(
        outcome(of: parts, makeParser) == whole, "cut at \(first) and \(second)",
        sourceLocation: sourceLocation)
    }
  }
  return whole
}

func outcome<Parser: StreamParser>(
  of text: String, sourceLocation: SourceLocation = #_sourceLocation, _ makeParser: () -> Parser
) -> Outcome<Parser.Element> {
  outcome(of: Array(text.utf8), sourceLocation: sourceLocation, makeParser)
}

/// Returns the time that a parser takes for `count` pieces.
func duration<Parser: StreamParser>(
  of count: Int, _ piece: [UInt8], _ makeParser: () -> Parser
) throws -> Duration {
  var parser = makeParser()
  return try ContinuousClock().measure {
    for _ in 0..<count {
      var position = 0
      while try parser.next(in: piece.span, from: &position) != nil {}
    }
  }
}
