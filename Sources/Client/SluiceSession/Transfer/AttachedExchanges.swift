internal import SluiceTransport

/// The exchanges of a transfer that may run. The only one of most transfers is kept without an allocation.
struct AttachedExchanges {
  private var first: StartedExchange?
  private var others: [StartedExchange] = []

  var all: [StartedExchange] { first.map { [$0] + others } ?? [] }

  /// Adds an exchange.
  ///
  /// - Parameter previous: The number of an exchange that has ended, or `nil`.
  mutating func append(_ exchange: StartedExchange, inPlaceOf previous: Int?) {
    if first == nil || first?.id == previous {
      first = exchange
    } else {
      if let previous { others.removeAll { $0.id == previous } }
      others.append(exchange)
    }
  }
}
