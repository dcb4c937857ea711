// The snippets of the landing page of SluiceConfiguration, formatted as there.
// swift-format-ignore-file

import Configuration
import Sluice
import SluiceConfiguration

private func reading() async throws {
  // Article
  let config = ConfigReader(provider: EnvironmentVariablesProvider())
  let configuration = try await Session.Configuration(reading: config.scoped(to: "http"))
  // end
  _ = configuration
}
