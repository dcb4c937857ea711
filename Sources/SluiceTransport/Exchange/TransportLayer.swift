/// A layer that a session puts around its transport, such as a cache.
package protocol TransportLayer: Sendable {
  /// Returns a transport that carries exchanges out itself or with another one.
  func wrap(_ transport: any Transport) -> any Transport
}
