#if Metrics
  internal import Metrics
  internal import SluiceBody

  /// The meters of the requests that run. They are kept, because a factory without meters of its own counts in each
  /// instance.
  final class ActiveRequests: Sendable {
    private let factory: any MetricsFactory
    private let meters = Lock<[Dimensions: Meter]>([:])

    init(factory: any MetricsFactory) { self.factory = factory }

    /// Returns the meter of a method and a server.
    func meter(of dimensions: Dimensions) -> Meter {
      meters.withLock { meters in
        if let meter = meters[dimensions] { return meter }
        let meter = Meter(
          label: "http.client.active_requests", dimensions: dimensions.ofRequest, factory: factory)
        meters[dimensions] = meter
        return meter
      }
    }
  }
#endif
