/// Exchanges whose responses' heads have come. They are told of when the loop has done what there was to do: then a small
/// body has come too, and whoever waits for both wakes once. Lives on the loop thread.
final class DueHeads {
  private var exchanges: [Exchange] = []

  func append(_ exchange: Exchange) { exchanges.append(exchange) }

  func deliver() {
    for exchange in exchanges { exchange.deliverHead() }
    exchanges.removeAll(keepingCapacity: true)
  }
}
