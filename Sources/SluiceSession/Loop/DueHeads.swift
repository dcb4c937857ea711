/// The exchanges with a head that is ready to be delivered.
///
/// Heads are delivered after the loop has done all pending work. By then a small body has arrived too, so a task that
/// needs both is resumed once. Used on the loop thread only.
final class DueHeads {
  private var exchanges: [Exchange] = []

  func append(_ exchange: Exchange) { exchanges.append(exchange) }

  func deliver() {
    for exchange in exchanges { exchange.deliverHead() }
    exchanges.removeAll(keepingCapacity: true)
  }
}
