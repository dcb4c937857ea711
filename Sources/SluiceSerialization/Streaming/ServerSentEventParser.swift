public import SluiceBody

/// The events of an event stream, as the HTML standard, section 9.2.6, has it.
///
/// Lines end with LF, CR or CRLF; a byte order mark at the very start is dropped. What is not UTF-8 becomes U+FFFD. An
/// event without data is none, but its `id` and `retry` count. An event that the stream's end cuts off is dropped.
///
/// - Throws: from its methods: ``StreamError/Code/eventTooLarge``.
public struct ServerSentEventParser: StreamParser, FinalError, Sendable {
  /// The last event ID that counts: what to send as `Last-Event-ID` when connecting again. Empty at first.
  public private(set) var lastEventID = ""
  /// How long to wait before connecting again, as the server has said last; nil where it has not.
  public private(set) var reconnectionTime: Duration?

  private let maxEventBytes: Int
  private var lines = EventLineSplitter()
  var failure: (any Error)?

  // Of the event that is being read.
  private var byteCount = 0
  private var type = ""
  private var data: [UInt8] = []
  /// Lasts from event to event.
  private var id = ""

  /// - Parameter maxEventBytes: how many bytes an event's lines may have, their ends and comments left out. 1 MiB by
  ///   default.
  public init(maxEventBytes: Int = 1 << 20) {
    self.maxEventBytes = maxEventBytes
  }

  public mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> ServerSentEvent? {
    try unlessFailed { parser in
      while true {
        let room = parser.maxEventBytes - parser.byteCount
        switch try parser.lines.next(in: bytes, from: &position, room: room) {
        case .inChunk(let range): parser.take(bytes.extracting(range))
        case .held: parser.takeHeldLine()
        case .blank:
          if let event = parser.dispatch() { return event }
        case nil: return nil
        }
      }
    }
  }

  public mutating func finish() throws -> ServerSentEvent? {
    try unlessFailed { _ in nil }
  }

  private mutating func takeHeldLine() {
    let line = lines.held
    take(line.span)
  }

  private mutating func take(_ line: Span<UInt8>) {
    byteCount += line.count
    let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 0)
    let name = line.extracting(..<(colon ?? line.count))
    var value = line.extracting(min(name.count + 1, line.count)...)
    if !value.isEmpty, value[0] == 0x20 { value = value.extracting(1...) }
    switch ServerSentEventField(name) {
    case .event: type = String(repairing: value)
    case .data:
      data.append(addingCapacity: value.count + 1) {
        $0.append(copying: value)
        $0.append(UInt8(ascii: "\n"))
      }
    case .id:
      if value.firstIndex(of: 0, from: 0) == nil { id = String(repairing: value) }
    case .retry:
      if let milliseconds = Self.number(value) { reconnectionTime = .milliseconds(milliseconds) }
    case nil: break
    }
  }

  private mutating func dispatch() -> ServerSentEvent? {
    lastEventID = id
    defer {
      byteCount = 0
      type = ""
      data.removeAll(keepingCapacity: true)
    }
    if data.isEmpty { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type, data: String(decoding: data.dropLast(), as: UTF8.self), id: id,
      retry: reconnectionTime)
  }

  /// What ASCII digits alone say; nil for a number that is out of range.
  private static func number(_ digits: Span<UInt8>) -> Int64? {
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for index in digits.indices {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = digits[index] else { return nil }
      let (shifted, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = shifted.addingReportingOverflow(Int64(digits[index] - UInt8(ascii: "0")))
      if isTooLarge || isStillTooLarge { return nil }
      number = sum
    }
    return number
  }
}

/// The fields that mean something.
private enum ServerSentEventField: String {
  case event, data, id, retry

  init?(_ name: Span<UInt8>) {
    // The longest has five bytes.
    guard name.count <= 5, let text = try? UTF8Span(validating: name) else { return nil }
    self.init(rawValue: String(copying: text))
  }
}
