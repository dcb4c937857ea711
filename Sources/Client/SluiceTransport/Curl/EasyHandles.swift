/// The easy handles of a loop: new ones, and those that plain requests use again (``ExchangeRequest/isPlain``).
///
/// ```
///  GET                   new ─► configured whole ─► succeeds ─► spare
///  GET                 spare ─► what differs ─────► succeeds ─► spare
///  GET                 spare ─► what differs ─────► fails or is cancelled ─► freed
///  POST, a password…     new ─► configured whole ─► ends ─► freed
/// ```
///
/// Using a handle again saves about a tenth of the instructions of a small GET. Used on the loop thread only.
struct EasyHandles {
  /// The maximum number of spare handles, of several KiB each.
  private static let capacity = 64
  private(set) var spares: [CurlEasy] = []

  /// Returns a handle for a request.
  ///
  /// - Parameter id: The number that ``CurlMulti/nextFinished()`` returns for the handle.
  /// - Throws: A ``SessionError`` with the code `out-of-resources`.
  mutating func handle(_ id: Int, for request: ExchangeRequest) throws(SessionError) -> CurlEasy {
    guard request.isPlain, let spare = spares.popLast() else { return try CurlEasy(id: id) }
    spare.set(id: id)
    return spare
  }

  /// Keeps the handle of a plain request that has succeeded, if it can be used again.
  mutating func keep(_ easy: CurlEasy) {
    guard easy.isReusable, spares.count < Self.capacity else { return }
    easy.clear()
    spares.append(easy)
  }
}
