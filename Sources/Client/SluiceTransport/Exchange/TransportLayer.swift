/// A layer that a session puts around its transport, such as a cache.
package protocol TransportLayer: Sendable {
  /// Returns a transport that carries exchanges out itself or with another one.
  func wrap(_ transport: any Transport) -> any Transport
}

/// The setting of requests whose reader takes the body from ``ResponseChannel/file`` if a layer has it in a file.
package struct TakesFile: Sendable {
  package init() {}
}

extension ExchangeRequest {
  /// Whether the reader takes the body from a file.
  package var takesFile: Bool { policy.layerSettings.contains { $0 is TakesFile } }
}
