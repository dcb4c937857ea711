internal import SluiceBody
internal import SluiceSupport

/// A server-sent event
/// ([HTML standard §9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html)).
///
/// ```swift
/// for try await event in session.events("news") where event.type == "headline" {
///   print(event.data)
/// }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
  /// The name of the event: the value of its `event` field, or `message` if it has none.
  public var type: String
  /// The values of the event's `data` fields, joined by line feeds.
  public var data: String
  /// The last event ID of the stream up to this event, or an empty text if the server has not set one.
  public var id: String
  /// The reconnection time of the stream up to this event, or `nil` if the server has not set one.
  public var reconnectionTime: Duration?

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - type: The name. Defaults to `message`.
  ///   - data: The data.
  ///   - id: The last event ID. Empty by default.
  ///   - reconnectionTime: The time to wait before reconnecting. Defaults to `nil`.
  public init(type: String = "message", data: String, id: String = "", reconnectionTime: Duration? = nil) {
    self.type = type
    self.data = data
    self.id = id
    self.reconnectionTime = reconnectionTime
  }
}

/// A parser that returns the events of an event stream
/// ([HTML §9.2.6](https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation)).
///
/// ```swift
/// var parser = ServerSentEventParser()
/// for try await chunk in body.chunks() {
///   var position = 0
///   while let event = try parser.next(in: chunk.span, from: &position) { handle(event) }
/// }
/// // Before the body of another connection, which the server continues after `parser.lastEventID`:
/// parser.reset()
/// ```
///
/// `session.events(_:query:fields:options:)` sends the requests as well, and reconnects.
///
/// Lines end with LF, CR or CRLF; a byte order mark at the very start is dropped. Bytes that are not UTF-8 become
/// U+FFFD. An event that is cut off by the end of the stream is dropped.
///
/// A line with a field changes the current event, and a blank line ends it:
///
/// ```
///              field: store it
///                  +-----+
///                  v     |
///   start ---> [ in event ] --- blank line, with data: return the event -----+
///                 ^      |                                                   |
///                 |      +------ blank line, without data: return nothing ---+
///                 |                                                          |
///                 +---- clear data and type, keep id and reconnectionTime <--+
///
/// line           effect
/// event: greet   type = "greet"                        until the event ends
/// data: hello    data = data + "hello" + LF            until the event ends
/// id: 7          id = "7", unless it contains NUL      kept for later events
/// retry: 3000    reconnectionTime = 3 s, digits only   kept for later events
/// : ping         none, a comment
/// other: x       none
/// (blank)        lastEventID = id; then a new event
/// ```
///
/// For example, this stream has the events `(type: "greet", data: "hello\nworld", id: "7")` and
/// `(type: "message", data: "bye", id: "7")`:
///
/// ```
/// event: greet
/// id: 7
/// data: hello
/// data: world
///
/// data: bye
///
/// ```
///
/// - Throws: From its methods, ``ErrorCode/eventTooLarge``.
package struct ServerSentEventParser: StreamParser, Sendable {
  /// The last event ID of the stream, to be sent as `Last-Event-ID` when reconnecting. Initially empty.
  ///
  /// A new ID takes effect at the end of its event, even if that event has no data.
  package private(set) var lastEventID = ""
  /// The time to wait before reconnecting, as last set by the server, or `nil` if it has not set one.
  package private(set) var reconnectionTime: Duration?

  private let maximumEventByteCount: Int?
  private var lines = EventLineSplitter()
  private var failure = FinalError<any Error>()

  // The current event.
  private var byteCount = 0
  private var type = ""
  private var data: [UInt8] = []
  /// The event ID, which is kept for later events.
  private var id = ""

  /// Creates a parser of events.
  ///
  /// - Parameter maximumEventByteCount: The maximum number of bytes of an event's lines, without their terminators and
  ///   without comments, or `nil` for no limit. Defaults to 1 MiB.
  package init(maximumEventByteCount: Int? = 1 << 20) {
    self.maximumEventByteCount = maximumEventByteCount
  }

  /// Creates a parser of the events after an earlier one.
  package init(maximumEventByteCount: Int?, lastEventID: String) {
    self.init(maximumEventByteCount: maximumEventByteCount)
    (self.lastEventID, id) = (lastEventID, lastEventID)
  }

  /// Prepares the parser for the stream of another connection.
  ///
  /// The incomplete event, the position and an error are dropped, and a byte order mark may follow. ``lastEventID`` and
  /// ``reconnectionTime`` stay, and so does the limit.
  package mutating func reset() {
    (lines, failure) = (EventLineSplitter(), FinalError())
    id = lastEventID
    clearEvent()
  }

  /// Returns the next event that `bytes` completes, or `nil` once all of `bytes` is consumed.
  package mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> ServerSentEvent? {
    try failure.check()
    do {
      while true {
        let room = maximumEventByteCount.map { $0 - byteCount }
        switch try lines.next(in: bytes, from: &position, room: room) {
        case .inChunk(let range): storeField(of: bytes.extracting(range))
        case .held: storeHeldField()
        case .blank:
          if let event = dispatch() { return event }
        case nil: return nil
        }
      }
    } catch {
      throw failure.keep(error)
    }
  }

  /// Returns `nil`: an event that the end of the stream cuts off is dropped.
  package mutating func finish() throws -> ServerSentEvent? {
    try failure.check()
    return nil
  }

  private mutating func storeHeldField() {
    let line = lines.held
    storeField(of: line.span)
  }

  /// Stores the field of a line.
  private mutating func storeField(of line: Span<UInt8>) {
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

  /// Ends the current event and returns it, or returns `nil` if it has no data.
  private mutating func dispatch() -> ServerSentEvent? {
    lastEventID = id
    defer { clearEvent() }
    if data.isEmpty { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type, data: String(repairing: data.span.extracting(droppingLast: 1)),
      id: id, reconnectionTime: reconnectionTime)
  }

  private mutating func clearEvent() {
    byteCount = 0
    type = ""
    data.removeAll(keepingCapacity: true)
  }

  /// Returns the number that consists of ASCII digits only, or `nil` for anything else and if it is out of range.
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

/// The names of the fields that have an effect.
private enum ServerSentEventField: String {
  case event, data, id, retry

  init?(_ name: Span<UInt8>) {
    // The first letters differ.
    switch name.isEmpty ? 0 : name[0] {
    case UInt8(ascii: "e"): self = .event
    case UInt8(ascii: "d"): self = .data
    case UInt8(ascii: "i"): self = .id
    case UInt8(ascii: "r"): self = .retry
    default: return nil
    }
    let letters = rawValue.utf8
    guard letters.count == name.count else { return nil }
    var index = 0
    for letter in letters {
      if letter != name[index] { return nil }
      index += 1
    }
  }
}
