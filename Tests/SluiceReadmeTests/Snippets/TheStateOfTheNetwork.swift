// The snippets of "The state of the network", formatted as in the README.
// swift-format-ignore-file

import Sluice

private func network(
  show: (Bool, Set<NetworkStatus.Family>) -> Void, use: (NetworkStatus.Family) -> Void
) async throws {
  // README
  for try await status in NetworkStatus.updates { show(status.isReachable, status.families) }   // now, then each change
  if case .found(let family, _) = try await NetworkStatus.route(to: "example.com", port: 443) { use(family) }
  // end
}
