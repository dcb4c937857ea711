import SluiceBody

/// What happened, in order, noted by any thread.
final class Record<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  func append(_ element: Element) { elements.withLock { $0.append(element) } }

  var all: [Element] { elements.withLock { $0 } }
  var count: Int { all.count }
  var last: Element? { all.last }

  /// The one element; nil where there are none or more.
  var only: Element? {
    let all = all
    return all.count == 1 ? all[0] : nil
  }
}
