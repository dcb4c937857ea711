/// The maximum number of connections that are open at once, in total and per host, or `nil` for no limit. At least 1.
package struct ConnectionLimits: Equatable {
  var total: Int?
  var perHost: Int?

  package init(total: Int? = nil, perHost: Int? = nil) {
    self.total = total.map { max($0, 1) }
    self.perHost = perHost.map { max($0, 1) }
  }

  /// Returns the limits of each of several loops, which add up to these.
  ///
  /// - Parameter count: The number of loops. The result has fewer if not all of them would get a connection, but at
  ///   least one.
  func divided(by count: Int) -> [ConnectionLimits] {
    let count = max(1, min(count, total ?? .max))
    return (0..<count).map { index in
      ConnectionLimits(total: total.map { $0 / count + (index < $0 % count ? 1 : 0) }, perHost: perHost)
    }
  }
}
