/// The most connections that may be open at once; nil for no limit.
struct ConnectionLimits: Equatable {
  var total: Int?
  var perHost: Int?

  init(total: Int? = nil, perHost: Int? = nil) {
    self.total = total.map { max($0, 1) }
    self.perHost = perHost.map { max($0, 1) }
  }

  /// What each of several loops may use. There are as many as asked for, or fewer where not all would get a connection.
  func divided(by count: Int) -> [ConnectionLimits] {
    let count = max(1, min(count, total ?? .max))
    return (0..<count).map { index in
      ConnectionLimits(total: total.map { $0 / count + (index < $0 % count ? 1 : 0) }, perHost: perHost)
    }
  }
}
