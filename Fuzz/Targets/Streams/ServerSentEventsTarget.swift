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

/// A reference for interpreting an event stream, as the
/// [HTML standard §9.2.6](https://html.spec.whatwg.org/#event-stream-interpretation) describes it, with all lines in
/// memory.
private struct ReferenceEventStream {
  private struct Line {
    let bytes: ArraySlice<UInt8>
    let isEnded: Bool
  }

  private(set) var outcome = StreamOutcome<ServerSentEvent>(elements: [])
  private(set) var lastEventID = ""

  /// - Parameter earlier: The parser of the connection before, or `nil` if there is none.
  init(_ bytes: [UInt8], maxEventBytes: Int, after earlier: ServerSentEventParser? = nil) {
    var elements: [ServerSentEvent] = []
    var (type, data, id, retry) = ("", "", earlier?.lastEventID ?? "", earlier?.reconnectionTime)
    var (hasData, byteCount) = (false, 0)
    for (index, line) in Self.lines(of: bytes).enumerated() {
      let isComment = line.bytes.first == UInt8(ascii: ":")
      guard isComment || line.bytes.count <= maxEventBytes - byteCount else {
        let place = "line \(index + 1) (byte \(line.bytes.startIndex))"
        outcome = StreamOutcome(
          elements: elements, error: "event-too-large: the event has more bytes than the limit at \(place)")
        return
      }
      guard line.isEnded else { break }
      if isComment { continue }
      byteCount += line.bytes.count
      if line.bytes.isEmpty {
        lastEventID = id
        if hasData {
          let name = type.isEmpty ? "message" : type
          elements.append(
            ServerSentEvent(
              type: name, data: String(data.unicodeScalars.dropLast()), id: id, reconnectionTime: retry))
        }
        (type, data, hasData, byteCount) = ("", "", false, 0)
        continue
      }
      let name = line.bytes.prefix { $0 != UInt8(ascii: ":") }
      var value = line.bytes.dropFirst(name.count + 1)
      if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
      let text = String(decoding: value, as: UTF8.self)
      switch Array(name) {
      case Array("event".utf8): type = text
      case Array("data".utf8):
        data += text + "\n"
        hasData = true
      case Array("id".utf8): if !value.contains(0) { id = text }
      case Array("retry".utf8):
        let isDigits = value.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        if isDigits, let milliseconds = Int64(text) { retry = .milliseconds(milliseconds) }
      default: break
      }
    }
    outcome = StreamOutcome(elements: elements)
  }

  private static func lines(of bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var start = bytes.starts(with: mark) ? 3 : 0
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") else { continue }
      lines.append(Line(bytes: bytes[start..<position - 1], isEnded: true))
      if byte == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
      }
      start = position
    }
    // An incomplete byte order mark is not a line.
    if !mark.starts(with: bytes) { lines.append(Line(bytes: bytes[start...], isEnded: false)) }
    return lines
  }
}
