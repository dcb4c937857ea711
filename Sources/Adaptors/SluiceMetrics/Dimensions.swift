#if Metrics
  internal import HTTPTypes
  internal import Metrics
  internal import SluiceBody
  internal import SluiceSession

  /// The dimensions of a request, in the order of each metric.
  struct Dimensions: Hashable, Sendable {
    let method: String
    let server: ServerNames.Name

    /// The dimensions that are known when the request is sent.
    var ofRequest: [(String, String)] {
      [("http.request.method", method), ("server.address", server.address), ("server.port", server.port)]
    }

    /// The dimensions of a request that has failed.
    func with(errorType: String) -> [(String, String)] { ofRequest + [("error.type", errorType)] }

    /// The dimensions of a request that has ended.
    func with(status: Int?, version: String?, errorType: String?) -> [(String, String)] {
      with(errorType: errorType ?? "") + [
        ("http.response.status_code", status.map(String.init) ?? ""),
        ("network.protocol.version", version ?? ""),
      ]
    }
  }

  extension MetricsMonitor {
    /// Returns the dimensions of a request.
    func dimensions(of request: HTTPRequest) -> Dimensions {
      Dimensions(method: request.conventionalMethod, server: servers.name(of: request.server))
    }
  }

  /// The servers that have their own metrics. Their number is limited, because metrics are never removed, and the
  /// server of a redirect is the choice of a peer.
  final class ServerNames: Sendable {
    /// The values of the dimensions.
    struct Name: Hashable, Sendable {
      let address: String
      let port: String
    }

    private let maximumCount: Int
    private let known = Lock<Set<HTTPRequest.Server>>([])

    init(maximumCount: Int) { self.maximumCount = maximumCount }

    func name(of server: HTTPRequest.Server?) -> Name {
      let isKnown = known.withLock { known in
        guard let server else { return false }
        if known.contains(server) { return true }
        guard known.count < maximumCount else { return false }
        return known.insert(server).inserted
      }
      guard isKnown, let server else { return Name(address: "_OTHER", port: "") }
      return Name(address: server.address, port: "\(server.port)")
    }
  }

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
