#if Metrics
  public import HTTPTypes
  public import Metrics
  internal import SluiceBody
  public import SluiceSession
  internal import SluiceTransport

  /// A monitor that records metrics of requests, by OpenTelemetry's
  /// [conventions for HTTP clients](https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#http-client).
  ///
  /// ```swift
  /// configuration.monitors = [MetricsMonitor()]
  /// ```
  ///
  /// | metric | kind | value |
  /// | --- | --- | --- |
  /// | `http.client.request.duration` | timer | the time until the response's body has been read |
  /// | `http.client.request.body.size` | recorder | the bytes of the request's body that were sent |
  /// | `http.client.response.body.size` | recorder | the bytes of the response's body, as encoded by the server |
  /// | `http.client.active_requests` | meter | the number of requests that are being sent or whose response is read |
  /// | `sluice.client.retries` | counter | the number of retries |
  /// | `sluice.client.errors` | counter | the number of transfers that have failed, after all retries |
  ///
  /// Each request that a transfer sends is recorded, also those after a redirect, a challenge or a failure. The
  /// dimensions of a metric are always the same, as Prometheus requires. One that does not apply is empty:
  ///
  /// | dimension | of | values |
  /// | --- | --- | --- |
  /// | `http.request.method` | all | the methods of RFC 9110 and PATCH, or `_OTHER` |
  /// | `server.address`, `server.port` | all | the host and the port of the URL, or `_OTHER` and empty |
  /// | `error.type` | all but the active requests | the status from 400 on, an error's code, `cancelled`, `_OTHER` |
  /// | `http.response.status_code` | the duration and the sizes | the status |
  /// | `network.protocol.version` | the duration and the sizes | such as `1.1` or `2` |
  public struct MetricsMonitor: EventMonitor {
    let factory: any MetricsFactory
    let servers: ServerNames
    let activeRequests: ActiveRequests
    /// The methods and servers of the transfers that run.
    private let transfers = Lock<[TransferID: Dimensions]>([:])

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - factory: The factory of the metrics. Defaults to that of the `MetricsSystem`, which must have been
    ///     bootstrapped.
    ///   - maximumServerCount: The maximum number of servers that have their own metrics: the first ones that requests
    ///     are sent to. The address of any other is `_OTHER`. With 0, no metric has an address. Defaults to 100.
    public init(factory: any MetricsFactory = MetricsSystem.factory, maximumServerCount: Int = 100) {
      self.factory = factory
      activeRequests = ActiveRequests(factory: factory)
      servers = ServerNames(maximumCount: maximumServerCount)
    }

    /// Notes the method and the server.
    public func didCreate(_ transfer: TransferID, request: HTTPRequest) {
      let dimensions = dimensions(of: request)
      transfers.withLock { $0[transfer] = dimensions }
    }

    /// Counts the retry.
    public func willRetry(_ transfer: TransferID, _ retry: Session.Retry) {
      guard let dimensions = transfers.withLock({ $0[transfer] }) else { return }
      let type =
        switch retry.reason {
        case .status(let status): "\(status.code)"
        case .error(let error): error.conventionalErrorType
        }
      count("sluice.client.retries", dimensions.with(errorType: type))
    }

    /// Counts the error, if there is one.
    public func didComplete(_ transfer: TransferID, error: (any Error)?) {
      guard let dimensions = transfers.withLock({ $0.removeValue(forKey: transfer) }), let error else {
        return
      }
      count("sluice.client.errors", dimensions.with(errorType: error.conventionalErrorType))
    }

    private func count(_ label: String, _ dimensions: [(String, String)]) {
      Counter(label: label, dimensions: dimensions, factory: factory).increment()
    }
  }

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
