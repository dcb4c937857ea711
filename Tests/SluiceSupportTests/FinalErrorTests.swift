import SluiceSupport
import Testing

/// Parsers whose first error is final.
@Suite struct FinalErrorTests {
  struct Fault: Error, Equatable { var number: Int }

  struct Parser: FinalError {
    var failure: Fault?
    var steps = 0

    mutating func step(throwing number: Int? = nil, storing stored: Int? = nil) throws(Fault) -> Int {
      try unlessFailed { parser throws(Fault) in
        parser.steps += 1
        if let stored { parser.failure = Fault(number: stored) }
        if let number { throw Fault(number: number) }
        return parser.steps
      }
    }
  }

  final class SharedParser: FinalError {
    var failure: (any Error)?
    var steps = 0

    func step(throwing number: Int? = nil) throws -> Int {
      try unlessFailed {
        steps += 1
        if let number { throw Fault(number: number) }
        return steps
      }
    }
  }

  @Test func `steps are performed until one throws, whose error is thrown again`() throws {
    var parser = Parser()
    #expect(try parser.step() == 1)
    #expect(throws: Fault(number: 7)) { try parser.step(throwing: 7) }
    #expect(throws: Fault(number: 7)) { try parser.step() }
    #expect(throws: Fault(number: 7)) { try parser.step(throwing: 8) }
    #expect(parser.steps == 2)
  }

  @Test func `an error that a step stores is thrown by the next step`() throws {
    var parser = Parser()
    #expect(try parser.step(storing: 7) == 1)
    #expect(throws: Fault(number: 7)) { try parser.step() }
    #expect(parser.steps == 1)
  }

  @Test func `a parser that is an object throws its first error again`() throws {
    let parser = SharedParser()
    #expect(try parser.step() == 1)
    #expect(throws: Fault(number: 7)) { try parser.step(throwing: 7) }
    #expect(throws: Fault(number: 7)) { try parser.step(throwing: 8) }
    #expect(parser.steps == 2)
  }
}
