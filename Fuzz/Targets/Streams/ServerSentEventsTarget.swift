import SluiceFuzz
import SluiceSerialization

extension FuzzTarget {
  /// An event stream, whole and in pieces, compared with an interpreter that has all lines in memory, and once more
  /// as that of another connection.
  ///
  /// Byte 0 chooses the maximum number of bytes of an event, byte 1 is the splitter's seed. The stream follows.
  static let serverSentEvents = FuzzTarget(
    "server-sent-events", format: .serverSentEvents, optionByteCount: 2
  ) { input in
    let limit = input.choice(of: [1 << 20, 0, 1, 4, 8, 16, 32, 64])
    let cut = input.byte()
    let bytes = input.rest()
    let expected = ReferenceEventStream(bytes, maxEventBytes: limit)
    let parser = ServerSentEventParser(maximumEventByteCount: limit)
    try requireEqual(try StreamOutcome.whole(bytes, cutBy: cut, parser), expected.outcome, "the events")

    guard expected.outcome.error == nil else { return }
    var again = parser
    var position = 0
    while try again.next(in: bytes.span, from: &position) != nil {}
    try requireEqual(again.lastEventID, expected.lastEventID, "the last event's ID")

    let continued = ReferenceEventStream(bytes, maxEventBytes: limit, after: again)
    again.reset()
    try requireEqual(try StreamOutcome.whole(bytes, cutBy: cut, again), continued.outcome, "after a reset")
  }
}
