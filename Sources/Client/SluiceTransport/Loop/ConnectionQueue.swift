internal import SluiceBody

/// Decides which exchanges may use a connection if the number of connections is limited.
///
/// Exchanges with one origin take turns by priority, and then in the order in which they arrived. The origins take
/// turns with each other.
///
/// Each origin has a line: the number of its running exchanges, and the places of its waiting ones. An origin is listed
/// if it has waiting exchanges that only the total limit holds up. With at most three connections, two per origin:
///
/// ```
///                                      origin a            origin b
///                                   running  places     running  places    listed
///  1 and 2 to a, 4 to b begin        1 2                 4
///  3 and 6 to a, 5 to b wait         1 2      3 6        4        5         b       a is at its own limit
///  1 ends: b is first, 5 begins      2        3 6        4 5                a
///  4 ends: a is first, 3 begins      2 3      6          5
///  6 is cancelled                    2 3      6          5                            6 is skipped at its turn
/// ```
///
/// An exchange counts as a connection, except for origins that speak HTTP/2: their exchanges share connections, and
/// libcurl limits the number of these. libcurl could limit all connections, but then the waiting exchanges of one
/// origin would hold up those of others, and their timeouts would run while they wait.
struct ConnectionQueue {
  typealias Origin = RequestURL.Origin

  private struct Line {
    var running = 0
    /// The waiting exchanges, and some that have been cancelled.
    var places = Places()
    /// Whether only the total limit holds the line up. The origin is then in `listed`, once.
    var isListed = false
    var isMultiplexed = false

    var isNeeded: Bool { running > 0 || !places.isEmpty || isListed }
  }

  /// The places of a line, one queue for each priority.
  private struct Places {
    private var high = Fifo<Int>()
    private var normal = Fifo<Int>()
    private var low = Fifo<Int>()

    var isEmpty: Bool { high.isEmpty && normal.isEmpty && low.isEmpty }

    mutating func append(_ id: Int, _ priority: TransportSettings.Priority) {
      switch priority {
      case .high: high.append(id)
      case .normal: normal.append(id)
      case .low: low.append(id)
      }
    }

    mutating func popFirst() -> Int? { high.popFirst() ?? normal.popFirst() ?? low.popFirst() }

    mutating func removeAll(where isUnwanted: (Int) -> Bool) {
      high.removeAll(where: isUnwanted)
      normal.removeAll(where: isUnwanted)
      low.removeAll(where: isUnwanted)
    }
  }

  private let limit: Int
  private let originLimit: Int
  private var lines: [Origin: Line] = [:]
  private var listed = Fifo<Origin>()
  private var running = 0
  private var waiting: Set<Int> = []
  /// The number of places in all lines.
  private var placeCount = 0

  /// Creates a queue, or `nil` if there are no limits.
  init?(_ limits: ConnectionLimits) {
    if limits.total == nil, limits.perHost == nil { return nil }
    limit = limits.total ?? .max
    originLimit = limits.perHost ?? .max
  }

  /// Admits an exchange, or enters it into its origin's line.
  ///
  /// - Returns: Whether the exchange may begin now.
  mutating func admit(_ id: Int, to origin: Origin, _ priority: TransportSettings.Priority = .normal) -> Bool
  {
    var line = lines.removeValue(forKey: origin) ?? Line()
    defer { lines[origin] = line }
    // A nonempty line means that earlier exchanges are still waiting.
    let hasTurn = line.places.isEmpty && line.running < originLimit && running < limit
    if line.isMultiplexed || hasTurn {
      begin(in: &line)
      return true
    }
    waiting.insert(id)
    placeCount += 1
    line.places.append(id, priority)
    list(origin, &line)
    return false
  }

  /// Notes that an exchange has ended.
  ///
  /// - Parameters:
  ///   - origin: The origin of the exchange.
  ///   - isMultiplexed: Whether the exchange used HTTP/2.
  /// - Returns: The waiting exchanges that may begin now.
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

  /// Removes a waiting exchange. Its place stays in its line until such places are half of all.
  ///
  /// - Complexity: Amortized O(1).
  mutating func remove(_ id: Int) {
    waiting.remove(id)
    if placeCount > 2 * waiting.count + 64 { dropPlaces() }
  }

  /// Moves a waiting exchange to the end of those with another priority.
  ///
  /// - Complexity: O(*n*) in the number of exchanges that wait for a connection to the origin.
  mutating func setPriority(of id: Int, to origin: Origin, _ priority: TransportSettings.Priority) {
    guard waiting.contains(id), var line = lines.removeValue(forKey: origin) else { return }
    line.places.removeAll { $0 == id }
    line.places.append(id, priority)
    lines[origin] = line
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
