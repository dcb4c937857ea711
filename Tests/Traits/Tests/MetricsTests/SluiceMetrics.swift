// The snippets of the landing page of SluiceMetrics, formatted as there.
// swift-format-ignore-file

import Metrics
import Sluice
import SluiceMetrics

private func monitoring() -> Session.Configuration {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.monitors = [MetricsMonitor()]
  // end
  return configuration
}
