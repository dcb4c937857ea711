internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceTransport

/// One iteration over an event stream: does what the machine says, and publishes its state.
///
/// The iterator holds it alone, so its release is the end of the iteration, also of one that a loop leaves.
final class EventStreamRun {
  private let stream: EventStream
  private var machine: EventStreamMachine {
    didSet { stream.publish(machine.state) }
  }
  /// The next action, or `nil` before the first.
  private var action: EventStreamMachine.Action?
  private var parser: ServerSentEventParser
  /// The time at which the last connection was requested.
  private var start = MonotonicInstant.now
  /// Whether the connection has delivered an event.
  private var hasEvent = false
  /// The response that is being read, and the events of its body.
  private var connection: (response: SessionResponse, events: ParsedChunks<ServerSentEventParser>)?

  init(_ stream: EventStream) {
    self.stream = stream
    machine = stream.machine
    parser = ServerSentEventParser(
      maximumEventByteCount: machine.memory.options.maximumEventByteCount,
      lastEventID: machine.memory.lastEventID)
  }

  deinit { close() }

  /// Returns the next event, or `nil` at the end.
  func next(isolation actor: isolated (any Actor)?) async throws -> ServerSentEvent? {
    do {
      while true {
        switch action ?? machine.start() {
        case .connect(let lastEventID): action = try await connect(after: lastEventID, isolation: actor)
        case .read:
          if let event = try await read(isolation: actor) { return event }
        case .wait(let delay):
          try await stream.wait(delay)
          action = machine.didWait()
        case .refuse(let code): throw try await refusal(code, isolation: actor)
        case .fail(let error): throw error
        case .end:
          close()
          return nil
        }
      }
    } catch {
      close()
      action = .fail(error)
      throw error
    }
  }

  private func close() {
    connection = nil
    machine.close()
  }

  // MARK: Actions

  /// Sends the request.
  private func connect(
    after lastEventID: String, isolation actor: isolated (any Actor)?
  ) async throws -> EventStreamMachine.Action {
    (start, hasEvent) = (.now, false)
    do {
      let response = try await stream.response(after: lastEventID)
      connection = (response, ParsedChunks(of: ChunkSource(response.body), parser: parser))
      return machine.didReceive(response.head)
    } catch let error as SessionError {
      return didLose(error, after: .nothing)
    }
  }

  /// Returns the next event of the response, or `nil` if there is none any more.
  private func read(isolation actor: isolated (any Actor)?) async throws -> ServerSentEvent? {
    guard let (response, events) = connection else { return nil }
    let lost: SessionError?
    do {
      let event = try await events.next(isolation: actor)
      machine.didRead(events.parser)
      if let event {
        (action, hasEvent) = (.read, true)
        return event
      }
      lost = nil
    } catch let error as SessionError {
      machine.didRead(events.parser)
      lost = error
    }
    let hasBytes = response.body.decodedByteCount > 0
    connection = nil
    parser = events.parser
    parser.reset()
    action = didLose(lost, after: hasEvent ? .events : hasBytes ? .bytes : .nothing)
    return nil
  }

  private func didLose(_ error: SessionError?, after yield: EventStreamMachine.Yield)
    -> EventStreamMachine.Action
  {
    machine.didLose(error, after: yield, lasting: .now - start, chance: .random(in: 0..<1))
  }

  /// Returns the error for a response, with the start of its body.
  private func refusal(
    _ code: ErrorCode, isolation actor: isolated (any Actor)?
  ) async throws -> any Error {
    guard let response = connection?.response else { return SessionError(.failed) }
    let validation = EventStreamMachine.validation
    let start: CollectedBody
    do {
      // The rest of a body may never come, and nothing else limits the time.
      let deadline = Deadline(after: .seconds(10), invalidation: stream.session.runner.invalidation)
      start = try await deadline.limiting {
        try await validation.start(of: response.body, refusedBy: response.head)
      }
    } catch let error as SessionError where error.code == .timedOut {
      start = CollectedBody([])
    }
    let context = response.decodingContext
    if code == .unacceptableStatus {
      return try await validation.unacceptableStatus(response.head, body: start, in: context)
    }
    return ResponseError(code, response: response.head, request: context.request, body: start)
  }
}

extension EventStream {
  /// Sends the request of a connection, and returns its final response.
  fileprivate func response(after lastEventID: String) async throws -> SessionResponse {
    var request = try request.get()
    var fields = request.head.headerFields
    fields.lastEventID = lastEventID
    fields[.accept] = fields[.accept] ?? "text/event-stream"
    fields[.cacheControl] = fields[.cacheControl] ?? "no-store"
    request.head.headerFields = fields
    var retries = request.options.retries ?? session.configuration.retries
    // Another connection is the stream's decision.
    retries.errors = []
    request.options.retries = retries
    request.options.isStream = true
    // The limits of the session are for responses that end.
    for limit in [\SessionRequest.Options.timeout, \.idleTimeout, \.responseTimeout]
    where request.options[keyPath: limit] == .inherited { request.options[keyPath: limit] = .unlimited }
    return try await session.send(request)
  }
}
