// The snippets of the landing page of SluiceTracing, formatted as there.
// swift-format-ignore-file

import Sluice
import SluiceTracing
import Tracing

private func tracing() -> Session.Configuration {
  // Article
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.monitors = [TracingMonitor()]
  // end
  return configuration
}
