import SluiceBody

/// Values that any thread may append, in order.
package final class Record<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  package init() {}

  package func append(_ element: Element) { elements.withLock { $0.append(element) } }

  package var all: [Element] { elements.withLock { $0 } }
  package var count: Int { all.count }
  package var last: Element? { all.last }

  /// The only element, or `nil` if there are none or several.
  package var only: Element? {
    let all = all
    return all.count == 1 ? all[0] : nil
  }
}
