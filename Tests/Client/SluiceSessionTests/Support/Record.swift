import SluiceBody

/// Values that any thread may append, in order.
final class Record<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  func append(_ element: Element) { elements.withLock { $0.append(element) } }

  var all: [Element] { elements.withLock { $0 } }
  var count: Int { all.count }
  var last: Element? { all.last }

  /// The only element, or `nil` if there are none or several.
  var only: Element? {
    let all = all
    return all.count == 1 ? all[0] : nil
  }
}
