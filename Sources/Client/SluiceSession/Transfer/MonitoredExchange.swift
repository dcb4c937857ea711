internal import HTTPTypes
internal import SluiceBody
internal import SluiceTransport

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
  ///   - step: The request.
  ///   - context: The transfer.
  ///   - monitors: The monitors.
  ///   - observer: The observer without the monitors.
  init(
    of step: inout PreparedRequest, in context: TransferContext, by monitors: [any ExchangeMonitor],
    passingTo observer: any ExchangeObserver
  ) {
    (self.context, self.observer) = (context, observer)
    let number = context.nextExchangeNumber()
    exchanges = monitors.map { [observed = step.observed] in
      $0.begin(observed.head(showing: $0.queries), resendCount: number)
    }
    for exchange in exchanges {
      for field in exchange.fields { step.message.fields[field.name] = field.value }
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
