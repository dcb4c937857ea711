internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceTransport

/// The state of an event stream: whether a request is sent, read or awaited, and what a failure means for it
/// ([HTML §9.2.3](https://html.spec.whatwg.org/multipage/server-sent-events.html#sse-processing-model)). It sends
/// nothing itself, and has no clock.
///
/// ```
///             start()               200, text/event-stream
///  unopened ──────────► connecting ────────────────────────► open ◄─┐
///                        ▲   │  │                            │ │ └──┘ didRead
///              didWait() │   │  │ another response,          │ │
///                        │   │  │ a lasting failure          │ │ close()
///                        │   │  └─────────► closed ◄─────────┼─┘
///                        │   │ no connection                 │ the body ends, or is lost
///                        │   ▼                               │
///                       waiting ◄────────────────────────────┘
/// ```
///
/// For example, the body ends after `retry: 1000`, `id: 7` and an event, and the server is then down for a moment:
///
/// ```
/// didRead(event, "7", 1 s)                       open
/// didLose(nil)                 .wait(1 s)        waiting       no failure: an event was read
/// didWait()                    .connect("7")     connecting
/// didLose(.connectionFailed)   .wait(1 s)        waiting       the 1st failure
/// didWait()                    .connect("7")     connecting
/// didLose(.connectionFailed)   .wait(1 to 2 s)   waiting       the 2nd failure
/// ```
enum EventStreamMachine: Sendable {
  /// What to do next.
  enum Action: Sendable {
    /// Send the request, with a `Last-Event-ID` unless it is empty.
    case connect(lastEventID: String)
    /// Read the body of the response.
    case read
    /// Wait before the next request.
    case wait(Duration)
    /// Throw a `ResponseError` with this code for the response.
    case refuse(ErrorCode)
    /// Throw an error.
    case fail(any Error)
    /// Return `nil`.
    case end
  }

  /// What is kept from one connection to the next.
  struct Memory: Sendable {
    let options: EventStream.Options
    /// Whether the request may be sent again.
    let isRepeatable: Bool
    var lastEventID: String
    var reconnectionTime: Duration
    /// The number of connections in a row that have failed: without a response, or without a byte of its body.
    var failureCount = 0
    /// The number of connections in a row without an event, which make the wait longer.
    var emptyCount = 0
  }

  /// Nothing has been sent.
  case unopened(Memory)
  /// A request is being sent.
  case connecting(Memory)
  /// The body is being read.
  case open(Memory)
  /// The time before the next request passes.
  case waiting(Memory)
  /// The stream has ended.
  case closed(Memory)

  /// The requirements for a response: the status 200, and the media type with any parameters.
  static let validation: ResponseValidation = {
    var validation = ResponseValidation(mediaTypes: ["text/event-stream"])
    validation.statuses = RangeSet(200..<201)
    return validation
  }()

  /// - Parameters:
  ///   - options: The settings of the stream.
  ///   - request: The request, or `nil` if there is none to send.
  ///   - configuration: The configuration of the session.
  init(_ options: EventStream.Options, for request: SessionRequest?, in configuration: Session.Configuration)
  {
    let methods = (request?.options.retries ?? configuration.retries).methods
    let isRepeatable = request.map {
      methods?.contains($0.head.method) ?? true && $0.body?.isReplayable ?? true
    }
    self = .unopened(
      Memory(
        options: options, isRepeatable: isRepeatable ?? false,
        lastEventID: options.lastEventID.isEmpty
          ? request?.head.headerFields.lastEventID ?? "" : options.lastEventID,
        reconnectionTime: options.reconnectionTime))
  }

  // MARK: Events

  /// Notes that the first event is requested.
  mutating func start() -> Action { connect() }

  /// Notes that the time before the next request has passed.
  mutating func didWait() -> Action { connect() }

  private mutating func connect() -> Action {
    self = .connecting(memory)
    return .connect(lastEventID: memory.lastEventID)
  }

  /// Notes the head of the final response.
  mutating func didReceive(_ head: HTTPResponse) -> Action {
    if head.status == .noContent {
      close()
      return .end
    }
    if let refusal = Self.validation.refusal(of: head) {
      close()
      return .refuse(refusal)
    }
    self = .open(memory)
    return .read
  }

  /// Notes the values that the parser has after an event, or at the end of a body.
  mutating func didRead(_ parser: ServerSentEventParser) {
    var memory = memory
    memory.lastEventID = parser.lastEventID
    memory.reconnectionTime = parser.reconnectionTime ?? memory.reconnectionTime
    self = .open(memory)
  }

  /// The yield of a connection.
  enum Yield: Comparable, Sendable {
    /// Not a byte of a body.
    case nothing
    /// Bytes, such as comments, and no event.
    case bytes
    /// At least one event.
    case events
  }

  /// Notes that there is no connection any more.
  ///
  /// - Parameters:
  ///   - error: The reason, or `nil` if the body has ended.
  ///   - yield: The yield of the connection.
  ///   - time: The time since the connection was requested.
  ///   - chance: A random number from 0 to 1.
  mutating func didLose(
    _ error: SessionError?, after yield: Yield, lasting time: Duration, chance: Double
  ) -> Action {
    var memory = memory
    guard memory.isRepeatable, error.map(mayPass) ?? true else {
      close()
      return error.map { .fail($0) } ?? .end
    }
    memory.failureCount = yield == .nothing ? memory.failureCount + 1 : 0
    memory.emptyCount = yield == .events ? 0 : memory.emptyCount + 1
    if let maximum = memory.options.maximumFailureCount, memory.failureCount > maximum {
      close()
      return .fail(error ?? SessionError(.connectionLost, message: "the stream ended without a byte"))
    }
    self = .waiting(memory)
    return .wait(memory.delay(after: time, chance: chance))
  }

  /// Notes that the stream is left, or that something else has failed.
  mutating func close() { self = .closed(memory) }

  // MARK: State

  var memory: Memory {
    switch self {
    case .unopened(let memory), .connecting(let memory), .open(let memory), .waiting(let memory),
      .closed(let memory):
      memory
    }
  }

  /// The state as users see it.
  var state: EventStream.State {
    let phase: EventStream.Phase =
      switch self {
      case .unopened, .closed: .closed
      case .connecting, .waiting: .connecting
      case .open: .open
      }
    return EventStream.State(
      phase: phase, lastEventID: memory.lastEventID, reconnectionTime: memory.reconnectionTime)
  }

  /// Whether another connection may succeed. A broken framing or coding of an open stream is how some ends show.
  private func mayPass(_ error: SessionError) -> Bool {
    switch error.code {
    case .unknownHost, .connectionFailed, .connectionLost, .timedOut: true
    case .invalidResponse: if case .open = self { true } else { false }
    default: false
    }
  }
}

extension EventStreamMachine.Memory {
  /// The least time to wait, whatever the server says; that of Firefox.
  private static let minimumReconnectionTime = Duration.milliseconds(500)

  /// Returns the time to wait: that of the server, and more after connections without an event. It is never less.
  ///
  /// The longer wait includes the time of the connection, so a server that ends silent streams after a minute is asked
  /// again as soon as one that sends events.
  fileprivate func delay(after time: Duration, chance: Double) -> Duration {
    let least = min(max(reconnectionTime, Self.minimumReconnectionTime), Session.RetryPolicy.longestDelay)
    guard emptyCount > 0 else { return least }
    var policy = Session.RetryPolicy()
    policy.initialDelay = least
    policy.maximumDelay = max(least, options.maximumReconnectionTime)
    return max(least, policy.backoff(emptyCount - 1, chance: chance) - time)
  }
}

extension HTTPFields {
  private static let lastEventIDName = HTTPField.Name("Last-Event-ID")

  /// The ID after which a server continues a stream, or an empty text if there is no such field.
  var lastEventID: String {
    get { Self.lastEventIDName.flatMap { self[$0] } ?? "" }
    set {
      guard let name = Self.lastEventIDName else { return }
      // Every byte of the UTF-8 is kept, but for blanks at the ends, which are no part of a field's value (RFC 9110
      // §5.5). An ID has no line breaks and no NUL.
      let field = HTTPField(name: name, lenientValue: newValue.utf8)
      self[fields: name] = field.value.isEmpty ? [] : [field]
    }
  }
}
