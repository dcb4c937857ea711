import SluiceBody
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The division of time between a body's source and the connection, at given times.
@Suite(.timeLimit(.minutes(5))) struct SendingClockTests {
  private let start = MonotonicInstant.now

  private func after(_ seconds: Int) -> MonotonicInstant { start + .seconds(seconds) }

  private func expect(
    _ clock: SendingClock, source: Int?, network: Int?, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(clock.sourceTime == source.map { .seconds($0) }, sourceLocation: location)
    #expect(clock.networkTime == network.map { .seconds($0) }, sourceLocation: location)
  }

  @Test func `reads are the source's time, and the time between them is the network's`() {
    var clock = SendingClock()
    expect(clock, source: nil, network: nil)
    clock.didBeginReading(at: after(10))
    expect(clock, source: 0, network: 0)
    clock.didRead(at: after(11))
    expect(clock, source: 1, network: 0)
    clock.didBeginReading(at: after(31))
    expect(clock, source: 1, network: 20)
    clock.didReadLast(at: after(34))
    expect(clock, source: 4, network: 20)
  }

  @Test func `nothing counts after the last byte was read`() {
    var clock = SendingClock()
    clock.didBeginReading(at: after(0))
    clock.didReadLast(at: after(1))
    clock.setSuspended(true, at: after(5))
    clock.setSuspended(false, at: after(9))
    expect(clock, source: 1, network: 0)
  }

  @Test func `a source without bytes counts until it has some`() {
    var clock = SendingClock()
    clock.didBeginReading(at: after(0))
    // The read returned nothing; libcurl reads again before the source has bytes, and after.
    clock.didBeginReading(at: after(5))
    clock.didRead(at: after(7))
    clock.didBeginReading(at: after(8))
    clock.didRead(at: after(9))
    expect(clock, source: 8, network: 1)
  }

  @Test(arguments: [true, false]) func `a pause of the transfer does not count`(isReading: Bool) {
    var clock = SendingClock()
    clock.didBeginReading(at: after(0))
    if !isReading { clock.didRead(at: after(0)) }
    clock.setSuspended(true, at: after(3))
    clock.setSuspended(false, at: after(103))
    clock.didBeginReading(at: after(107))
    expect(clock, source: isReading ? 7 : 0, network: isReading ? 0 : 7)
  }

  @Test func `a source that becomes readable during a pause is the network's turn after it`() {
    var clock = SendingClock()
    clock.didBeginReading(at: after(0))
    clock.setSuspended(true, at: after(1))
    clock.didRead(at: after(50))
    clock.setSuspended(false, at: after(100))
    clock.didBeginReading(at: after(102))
    expect(clock, source: 1, network: 2)
  }

  @Test func `a body that is sent again starts from nothing`() {
    var clock = SendingClock()
    clock.didBeginReading(at: after(0))
    clock.didRead(at: after(5))
    clock.restart()
    expect(clock, source: nil, network: nil)
    clock.didBeginReading(at: after(20))
    clock.didRead(at: after(21))
    clock.didBeginReading(at: after(24))
    expect(clock, source: 1, network: 3)
  }

  @Test func `a restart during a pause keeps the pause`() {
    var clock = SendingClock()
    clock.setSuspended(true, at: after(0))
    clock.restart()
    clock.didBeginReading(at: after(1))
    clock.setSuspended(false, at: after(5))
    clock.didRead(at: after(6))
    expect(clock, source: 1, network: 0)
  }
}
