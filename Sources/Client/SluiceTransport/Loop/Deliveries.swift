internal import SluiceBody

/// The exchanges with a head or bytes of a body to deliver.
///
/// They are delivered after the loop has done all pending work. By then a small body has arrived too, so a task that
/// needs both is resumed once. Used on the loop thread only.
///
/// SAFETY: the exclusivity of accesses is not checked at run time. An exchange that delivers does not call back.
final class Deliveries {
  @safe @exclusivity(unchecked) private var exchanges: [Exchange] = []
  /// The exchanges whose response has begun before the request's body was sent.
  @safe @exclusivity(unchecked) private var early: [Exchange] = []
  /// The time of the next delivery, or `nil` for never.
  @safe @exclusivity(unchecked) private(set) var next: MonotonicInstant?

  func append(_ exchange: Exchange) {
    guard !exchange.isDue else { return }
    exchange.isDue = true
    exchanges.append(exchange)
  }

  /// Notes that an exchange waits until its request's body has been sent.
  func awaitRequest(of exchange: Exchange) { early.append(exchange) }

  /// Delivers what is due.
  func deliver() {
    if !early.isEmpty { early.removeAll { $0.checkRequest() } }
    guard !exchanges.isEmpty else { return }
    let now = MonotonicInstant.now
    next = nil
    exchanges.removeAll { exchange in
      let time = exchange.deliver(at: now)
      next = next.earlier(time)
      exchange.isDue = time != nil
      return time == nil
    }
  }
}
