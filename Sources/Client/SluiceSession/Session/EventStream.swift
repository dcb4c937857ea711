internal import HTTPTypes
internal import SluiceBody
public import SluiceSerialization
internal import SluiceTransport

/// The server-sent events of a resource, over as many connections as it takes
/// ([HTML standard §9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html)).
///
/// ```swift
/// for try await event in session.events("news") where event.type == "headline" { print(event.data) }
/// ```
///
/// `Session.events(_:query:fields:options:)` creates it. Each iteration sends the request when its first event is
/// requested. Leaving the loop or cancelling its task ends the transfer at once, also while it waits.
///
/// It behaves like the `EventSource` of browsers:
///
/// | event | effect |
/// | --- | --- |
/// | the body ends, the connection is lost, or there is none | another request after a wait |
/// | the status 204 | the sequence ends |
/// | another status than 200, or another type than `text/event-stream` | throws a ``ResponseError`` |
/// | an event above ``Options/maximumEventByteCount`` | throws a ``StreamError`` |
/// | any other error, such as a certificate that is not trusted | throws it |
///
/// - The incomplete event at the end of a connection is dropped. The ID of the last complete one is sent as
///   `Last-Event-ID`, unless it is empty: its UTF-8, byte for byte, without the spaces and tabs at its ends, because no
///   field's value has any there (RFC 9110 §5.5).
/// - The wait is the time that the server has last set with `retry`, but at least 500 ms. After connections in a row
///   without an event, it doubles up to ``Options/maximumReconnectionTime``, less a random part and the time for which
///   the connection was open, but is never shorter than the server's.
/// - Redirects are followed as for any request. Each connection begins with the original URL.
/// - As in browsers, a status such as 503 ends the stream, unless the ``Session/RetryPolicy`` of the request or the
///   session retries it, which honors `Retry-After`. The policy's delays and counts start anew with each connection. It
///   does not decide about errors of connections.
/// - There is no time limit for a response. `timeout`, `idleTimeout` and `responseTimeout` of the request's options set
///   one, those of the configuration do not. A connection that exceeds it is lost, and another one follows.
///
/// A request with a method that the retry policy does not repeat, such as a POST, or with a body that can be read only
/// once, is sent once: the sequence ends with the body, and a lost connection is an error.
public struct EventStream: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = ServerSentEvent

  /// The settings of an event stream.
  public struct Options: Sendable {
    /// The ID of the event after which the stream begins, such as that of ``EventStream/State/lastEventID`` in an
    /// earlier run of the program. Defaults to an empty text: the `Last-Event-ID` of the request, or none.
    public var lastEventID = ""
    /// The time to wait before reconnecting until the server sets one. Defaults to 3 s; at least 500 ms.
    public var reconnectionTime = Duration.seconds(3)
    /// The maximum time to wait after connections in a row without an event. A longer time of the server takes
    /// precedence. Defaults to 60 s.
    public var maximumReconnectionTime = Duration.seconds(60)
    /// The maximum number of failures in a row, or `nil` for no limit. The next one is thrown. Defaults to `nil`. A
    /// failure is a connection without a byte of a body.
    public var maximumFailureCount: Int?
    /// The maximum number of bytes of an event, or `nil` for no limit. Defaults to 1 MiB. Comments do not count.
    public var maximumEventByteCount: Int? = 1 << 20

    /// Creates options. The defaults are those of the properties.
    public init(
      lastEventID: String = "", reconnectionTime: Duration = .seconds(3),
      maximumReconnectionTime: Duration = .seconds(60), maximumFailureCount: Int? = nil,
      maximumEventByteCount: Int? = 1 << 20
    ) {
      self.lastEventID = lastEventID
      self.reconnectionTime = reconnectionTime
      self.maximumReconnectionTime = maximumReconnectionTime
      self.maximumFailureCount = maximumFailureCount
      self.maximumEventByteCount = maximumEventByteCount
    }
  }

  /// The phase of an iteration.
  public enum Phase: Sendable, Hashable {
    /// There is no connection yet, or no longer, and there will be one.
    case connecting
    /// The events of a response are being read.
    case open
    /// The iteration has not begun, or has ended.
    case closed
  }

  /// The state of an iteration.
  public struct State: Sendable, Hashable {
    /// The phase.
    public let phase: Phase
    /// The ID of the last event, or an empty text if the server has not set one.
    public let lastEventID: String
    /// The time to wait before reconnecting, as last set by the server, or the default.
    public let reconnectionTime: Duration
  }

  let session: Session
  /// The request, without the fields of the stream.
  let request: Result<SessionRequest, any Error>
  let machine: EventStreamMachine
  /// Waits before a connection.
  package var wait: @Sendable (Duration) async throws -> Void
  private let published: Lock<State>

  init(_ session: Session, _ request: Result<SessionRequest, any Error>, _ options: Options) {
    (self.session, self.request) = (session, request)
    machine = EventStreamMachine(options, for: try? request.get(), in: session.configuration)
    published = Lock(machine.state)
    wait = { [invalidation = session.runner.invalidation] delay in
      try await invalidation.limiting { try await Task.sleep(for: delay) }
    }
  }

  /// The state of the iteration; of several at once, that of the last one to change. It can be read from any thread.
  public var state: State { published.withLock { $0 } }

  func publish(_ state: State) { published.withLock { $0 = state } }

  /// Returns an iterator that sends the request when its first event is requested.
  ///
  /// It throws a ``ResponseError`` if the status or the media type is not acceptable; a ``StreamError`` with the code
  /// `event-too-large`; a ``SessionError`` that another connection would not avoid; the errors of middleware and
  /// credential providers; a `CancellationError`. An error is final.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<ServerSentEvent, any Error> {
    Iterator(run: EventStreamRun(self))
  }

  private struct Iterator: AsyncIteratorProtocol {
    let run: EventStreamRun

    mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> ServerSentEvent? {
      try await run.next(isolation: actor)
    }
  }
}
