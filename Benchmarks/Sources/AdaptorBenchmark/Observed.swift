import Foundation
import Metrics
import Sluice
import SluiceMetrics
import SluiceTracing
import Tracing

/// Small JSON documents, received by a session with a monitor whose backend discards everything.
struct Observed {
  enum Monitor { case metrics, tracing }

  let url: String

  func measure(_ count: Int, _ monitors: [Monitor]) async throws {
    var configuration = Session.Configuration()
    configuration.monitors = monitors.map { monitor -> any EventMonitor in
      switch monitor {
      case .metrics: MetricsMonitor(factory: NOOPMetricsHandler.instance)
      case .tracing: TracingMonitor(NoOpTracer())
      }
    }
    let session = Session(configuration)
    let url = url
    try await repeated(count) { try await session.get(.init(url), decoding: .json([Account].self)) }
    await session.invalidate()
  }
}
