#if Metrics
  package import HTTPTypes
  internal import Metrics
  internal import SluiceBody
  package import SluiceSession
  internal import SluiceTransport

  extension MetricsMonitor: ExchangeMonitor {
    package func begin(_ request: HTTPRequest, resendCount: Int) -> any ObservedExchange {
      MeasuredExchange(dimensions(of: request), factory, activeRequests)
    }
  }

  /// An exchange that counts as active until it ends, and is measured then.
  final class MeasuredExchange: ObservedExchange {
    private let dimensions: Dimensions
    private let factory: any MetricsFactory
    private let activeRequests: Meter
    private let response = Lock<HTTPResponse?>(nil)

    init(_ dimensions: Dimensions, _ factory: any MetricsFactory, _ activeRequests: ActiveRequests) {
      (self.dimensions, self.factory) = (dimensions, factory)
      self.activeRequests = activeRequests.meter(of: dimensions)
      self.activeRequests.increment()
    }

    func didReceive(_ response: HTTPResponse) { self.response.withLock { $0 = response } }

    func didEnd(_ metrics: TransferMetrics, after duration: Duration, error: (any Error)?) {
      activeRequests.decrement()
      let response = response.withLock { $0 }
      let all = dimensions.with(
        status: response?.status.code, version: metrics.conventionalProtocolVersion,
        errorType: error?.conventionalErrorType ?? response?.conventionalErrorType)
      Timer(
        label: "http.client.request.duration", dimensions: all, preferredDisplayUnit: .seconds,
        factory: factory
      )
      .recordNanoseconds(Int64(duration / .nanoseconds(1)))
      Recorder(label: "http.client.request.body.size", dimensions: all, factory: factory)
        .record(metrics.sentBodyByteCount)
      Recorder(label: "http.client.response.body.size", dimensions: all, factory: factory)
        .record(metrics.receivedBodyByteCount)
    }
  }
#endif
