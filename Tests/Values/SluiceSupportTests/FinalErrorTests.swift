import SluiceSupport
import Testing

/// The first error of a parser.
@Suite(.timeLimit(.minutes(5))) struct FinalErrorTests {
  struct Fault: Error, Equatable { var number: Int }

  @Test func `nothing is thrown before an error is kept`() throws {
    let failure = FinalError<Fault>()
    try failure.check()
  }

  @Test func `an error that was kept is returned, and thrown by every check`() {
    var failure = FinalError<Fault>()
    #expect(failure.keep(Fault(number: 7)) == Fault(number: 7))
    for _ in 0..<2 {
      #expect(throws: Fault(number: 7)) { try failure.check() }
    }
  }
}
