internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceTransport

extension TransferRunner {
  /// Sends a request once, and returns when the response's head has arrived.
  ///
  /// - Parameters:
  ///   - step: The request.
  ///   - deadline: The time by which the response must have been read.
  ///   - context: The transfer.
  ///   - history: The redirects that led to the request.
  /// - Throws: A ``SessionError``; a `CancellationError`.
  nonisolated(nonsending) func exchange(
    _ step: PreparedRequest, _ deadline: Deadline, _ context: TransferContext, history: [Session.Redirect]
  ) async throws -> SessionResponse {
    var priority = step.policy.exchange.priority
    if let control = context.control {
      // Another priority from now on is set when the exchange is attached.
      let (state, current) = control.stateAndPriority
      priority = current
      if state == .suspended { try await deadline.limiting { await control.pauses.wait() } }
    }
    try Task.checkCancellation()
    do { try transport.check(step.message.url) } catch { throw error.at(step.message.url.redacted) }
    // The fields of monitors and the checked body belong to this exchange only. A copy of the whole step takes longer.
    var message = step.message
    let channel = context.isNested ? ResponseChannel(bufferByteCount: 512 << 10) : ResponseChannel()
    var observer = context.beginExchange(sending: message.body, step.didReceiveInterim)
    var monitored: MonitoredExchange?
    if !exchangeMonitors.isEmpty {
      let exchange = MonitoredExchange(of: &message, in: context, by: exchangeMonitors, passingTo: observer)
      (monitored, observer) = (exchange, exchange)
    }
    if context.isMonitored {
      context.post { [observed = message.observed] in
        $0.willSend($1, request: observed.head(showing: $0.queries))
      }
    }
    activity.begin()
    let exchange: StartedExchange
    do {
      message.body = try await message.checkedBody(until: deadline)?.nonBlocking
      var policy = step.policy.exchange
      (policy.priority, policy.timeLimit) = (priority, try deadline.timeLeft())
      let request = ExchangeRequest(
        message, policy, settings: settings.transport, observer: observer)
      exchange = try transport.start(request, response: channel)
    } catch {
      activity.end()
      monitored?.end(.zero, error: error)
      throw error
    }
    context.attach(exchange, priority)
    let received: ReceivedHead
    do {
      received = try await withTaskCancellationHandler {
        try await channel.head()
      } onCancel: {
        exchange.cancel()
      }
    } catch {
      if settings.transport.values.cookies != nil { await saveCookies(until: deadline) }
      throw error
    }
    // Before the caller receives the response, so that a program that ends at once loses no cookies.
    if settings.transport.values.cookies != nil { await saveCookies(until: deadline) }
    let head = received.response
    // The body keeps the runner alive, and the runner keeps the transport running.
    let body = ResponseBody(
      channel, from: channel.file, codedByteCount: received.bodyByteCount, coding: coding(of: head),
      of: exchange, keeping: self, until: deadline)
    return SessionResponse(
      head: head, httpVersion: received.httpVersion, request: step.head, redirects: history, body: body,
      spool: settings.spool, isOfProbe: received.isOfProbe, earlyByteCount: received.earlyByteCount,
      defaults: settings.decodingDefaults)
  }

  private func saveCookies(until deadline: Deadline) async {
    guard let cookies = settings.transport.values.cookies, cookies.hasChanges else { return }
    await deadline.waiting { await cookies.save() }
  }

  private func coding(of head: HTTPResponse) -> ResponseBody.Coding {
    guard let limits = settings.codingLimits else { return .none }
    return ResponseBody.Coding(of: head.headerFields, limits: limits)
  }
}

/// An observer of an exchange that reports to each ``ExchangeMonitor``, too, away from the thread that runs the
/// transfers.
final class MonitoredExchange: ExchangeObserver {
  private let exchanges: [any ObservedExchange]
  private let context: TransferContext
  private let observer: any ExchangeObserver
  private let start = MonotonicInstant.now

  /// Notes that an exchange begins, and adds the fields of the monitors to its request.
  ///
  /// - Parameters:
  ///   - message: The request.
  ///   - context: The transfer.
  ///   - monitors: The monitors.
  ///   - observer: The observer without the monitors.
  init(
    of message: inout ExchangeRequest.Message, in context: TransferContext,
    by monitors: [any ExchangeMonitor],
    passingTo observer: any ExchangeObserver
  ) {
    (self.context, self.observer) = (context, observer)
    let number = context.nextExchangeNumber()
    exchanges = monitors.map { [observed = message.observed] in
      $0.begin(observed.head(showing: $0.queries), resendCount: number)
    }
    for exchange in exchanges {
      for field in exchange.fields { message.fields[field.name] = field.value }
    }
  }

  var observesProgress: Bool { observer.observesProgress }

  func observe(_ event: ExchangeEvent) {
    switch event {
    case .didReceive(let response):
      context.post { [exchanges] in for exchange in exchanges { exchange.didReceive(response) } }
    case .didEnd(let metrics, let error): end(metrics, error: error)
    case .didReceiveInterim, .didProgress, .didRestart, .didResume: break
    }
    observer.observe(event)
  }

  /// Notes that the exchange has ended, or could not start.
  func end(_ metrics: TransferMetrics, error: (any Error)?) {
    let duration = MonotonicInstant.now - start
    context.post { [exchanges, error = error?.redacted] in
      for exchange in exchanges { exchange.didEnd(metrics, after: duration, error: error) }
    }
  }
}
