/// Who may have a connection now, where their number is limited. Exchanges with one origin have their turn in the order in
/// which they came; the origins take turns.
///
/// An exchange counts as a connection, but for origins that speak HTTP/2: those share connections, whose number libcurl
/// limits itself. It could for all, but then one origin's waiting exchanges would hold up those of others, and would run
/// into their timeouts while they wait.
struct ConnectionQueue {
  typealias Origin = RequestURL.Origin

  private struct Line {
    var running = 0
    /// Those who wait, and some who do not any more.
    var places = Fifo<Int>()
    /// Whether only the limit on all connections holds it up: then it is in the list of these, once.
    var isListed = false
    var isMultiplexed = false

    var isNeeded: Bool { running > 0 || !places.isEmpty || isListed }
  }

  private let limit: Int
  private let originLimit: Int
  private var lines: [Origin: Line] = [:]
  private var listed = Fifo<Origin>()
  private var running = 0
  private var waiting: Set<Int> = []
  /// How many places there are in all lines.
  private var placeCount = 0

  /// Nil where there are no limits.
  init?(_ limits: ConnectionLimits) {
    if limits.total == nil, limits.perHost == nil { return nil }
    limit = limits.total ?? .max
    originLimit = limits.perHost ?? .max
  }

  /// Whether an exchange may begin. Else it waits.
  mutating func admit(_ id: Int, to origin: Origin) -> Bool {
    var line = lines.removeValue(forKey: origin) ?? Line()
    defer { lines[origin] = line }
    // Where there is a place, there was no turn for those who came before.
    let hasTurn = line.places.isEmpty && line.running < originLimit && running < limit
    if line.isMultiplexed || hasTurn {
      begin(in: &line)
      return true
    }
    waiting.insert(id)
    placeCount += 1
    line.places.append(id)
    list(origin, &line)
    return false
  }

  /// An exchange has ended.
  ///
  /// - Parameter isMultiplexed: whether it was over HTTP/2.
  /// - Returns: those who may begin instead.
  mutating func release(_ origin: Origin, isMultiplexed: Bool) -> [Int] {
    guard var line = lines.removeValue(forKey: origin) else { return [] }
    var next: [Int] = []
    line.running -= 1
    if !line.isMultiplexed { running -= 1 }
    if isMultiplexed, !line.isMultiplexed {
      line.isMultiplexed = true
      running -= line.running
      while let id = takeFirst(of: &line) { next.append(id) }
      line.running += next.count
    }
    list(origin, &line)
    lines[origin] = line.isNeeded ? line : nil
    while running < limit, let origin = listed.popFirst() {
      if let id = takeFirst(in: origin) { next.append(id) }
    }
    return next
  }

  /// An exchange does not wait any more. Places of such are left in their lines until they are half of all.
  mutating func remove(_ id: Int) {
    waiting.remove(id)
    if placeCount > 2 * waiting.count + 64 { dropPlaces() }
  }

  private mutating func dropPlaces() {
    for (origin, var line) in lines {
      line.places.removeAll { !waiting.contains($0) }
      if line.places.isEmpty { line.isListed = false }
      lines[origin] = line.isNeeded ? line : nil
    }
    listed.removeAll { [lines] in lines[$0]?.isListed != true }
    placeCount = waiting.count
  }

  private mutating func takeFirst(in origin: Origin) -> Int? {
    guard var line = lines.removeValue(forKey: origin) else { return nil }
    defer { lines[origin] = line.isNeeded ? line : nil }
    line.isListed = false
    guard let id = takeFirst(of: &line) else { return nil }
    begin(in: &line)
    list(origin, &line)
    return id
  }

  private mutating func takeFirst(of line: inout Line) -> Int? {
    while let id = line.places.popFirst() {
      placeCount -= 1
      if waiting.remove(id) != nil { return id }
    }
    return nil
  }

  private mutating func begin(in line: inout Line) {
    line.running += 1
    if !line.isMultiplexed { running += 1 }
  }

  private mutating func list(_ origin: Origin, _ line: inout Line) {
    guard !line.isListed, !line.places.isEmpty, line.running < originLimit else { return }
    line.isListed = true
    listed.append(origin)
  }
}
