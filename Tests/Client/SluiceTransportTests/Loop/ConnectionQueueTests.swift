import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The order in which exchanges get connections, step by step.
@Suite(.timeLimit(.minutes(5))) struct ConnectionQueueTests {
  private func origin(_ name: Character) -> RequestURL.Origin {
    RequestURL.Origin(scheme: "http", host: "\(name)", port: "80")
  }

  /// Returns the exchanges that start at each step. The steps are `a1`: exchange 1 with origin a arrives; `-a`: one
  /// with origin a ends; `-A`: one with origin a ends that was over HTTP/2; `x1`: exchange 1 no longer waits.
  /// `a1!` has a high priority, `a1?` a low one; `pa1!` changes it.
  private func beginnings(_ steps: String, total: Int?, perHost: Int?) throws -> [[Int]] {
    var queue = try #require(ConnectionQueue(ConnectionLimits(total: total, perHost: perHost)))
    return steps.split(separator: " ").compactMap { step -> [Int]? in
      guard let kind = step.first, let last = step.last else { return nil }
      switch kind {
      case "-":
        return queue.release(origin(Character(last.lowercased())), isMultiplexed: last.isUppercase)
      case "x":
        queue.remove(Int(step.dropFirst()) ?? 0)
        return []
      default:
        let priority: TransportSettings.Priority = last == "!" ? .high : last == "?" ? .low : .normal
        let id = Int(step.filter(\.isNumber)) ?? 0
        if kind == "p", let name = step.dropFirst().first {
          queue.setPriority(of: id, to: origin(name), priority)
          return []
        }
        return queue.admit(id, to: origin(kind), priority) ? [id] : []
      }
    }
  }

  @Test(
    arguments: [
      ("a1 a2 a3 -a -a -a", nil, 1, [[1], [], [], [2], [3], []]),
      ("a1 a2 a3 a4 -a -a", nil, 2, [[1], [2], [], [], [3], [4]]),
      // Another origin is not delayed.
      ("a1 a2 b3 b4 -b -a", nil, 1, [[1], [], [3], [], [4], [2]]),
      // The origins take turns, whatever the order of arrival.
      ("a1 a2 a3 b4 b5 -a -a -b -a -b", 1, nil, [[1], [], [], [], [], [2], [4], [3], [5], []]),
      // Both limits hold.
      ("a1 a2 b3 c4 -a -b -c -a", 2, 1, [[1], [], [3], [], [4], [2], [], []]),
      // An exchange that has left is skipped.
      ("a1 a2 a3 x2 -a -a", 1, nil, [[1], [], [], [], [3], []]),
      ("a1 b2 x2 b3 -a -b", 1, nil, [[1], [], [], [], [3], []]),
      ("a1 a2 x2 -a a3", nil, 1, [[1], [], [], [], [3]]),
      // It leaves no second turn to later exchanges.
      ("a1 b2 c3 x3 c4 c5 -a -b -c", 2, 1, [[1], [2], [], [], [], [], [4], [], [5]]),
      // Within an origin, a higher priority goes first, and equal ones by arrival.
      (
        "a1 a2? a3 a4! a5! a6 -a -a -a -a -a", nil, 1,
        [[1], [], [], [], [], [], [4], [5], [3], [6], [2]]
      ),
      ("a1 a2! a3 x2 b4! -a -a -b", 1, nil, [[1], [], [], [], [], [3], [4], []]),
      // A new priority moves an exchange, unless it runs or has left.
      ("a1 a2 a3 pa3! -a -a", nil, 1, [[1], [], [], [], [3], [2]]),
      ("a1 a2! a3 a4 pa2? -a -a -a", nil, 1, [[1], [], [], [], [], [3], [4], [2]]),
      ("a1 a2 a3 x2 pa2! pa1! -a -a", nil, 1, [[1], [], [], [], [], [], [3], []]),
      ("a1 b2 b3 pb3! -a -b -b", 1, nil, [[1], [], [], [], [3], [2], []]),
      // Over HTTP/2, connections are shared and do not count.
      ("a1 a2 a3 b4 -A a5 -A b6", 1, 1, [[1], [], [], [], [2, 3, 4], [5], [], []]),
    ] as [(String, Int?, Int?, [[Int]])])
  func `exchanges start in turn, within the limits`(
    steps: String, total: Int?, perHost: Int?, expected: [[Int]]
  ) throws {
    #expect(try beginnings(steps, total: total, perHost: perHost) == expected)
  }

  @Test func `there is no queue without limits`() {
    #expect(ConnectionQueue(ConnectionLimits()) == nil)
  }

  @Test(arguments: [(3, nil), (nil, 2), (4, 2), (1, 1)] as [(Int?, Int?)])
  func `in any order, the limits hold and each waiting exchange gets its turn`(total: Int?, perHost: Int?)
    throws
  {
    var random = SeededGenerator(seed: 7)
    var queue = try #require(ConnectionQueue(ConnectionLimits(total: total, perHost: perHost)))
    let names: [Character] = ["a", "b", "c", "d"]
    var (running, waiting): ([Int: Character], [Int: Character]) = ([:], [:])
    var begun: [Character: [Int]] = [:]
    var (most, mostOfOne) = (0, 0)
    struct NeverWaited: Error {}
    func begin(_ id: Int, _ name: Character?) throws {
      guard let name else { throw NeverWaited() }
      running[id] = name
      begun[name, default: []].append(id)
      most = max(most, running.count)
      mostOfOne = max(mostOfOne, running.values.count { $0 == name })
    }
    func endOne() throws {
      guard let (id, name) = running.randomElement(using: &random) else { return }
      running[id] = nil
      for next in queue.release(origin(name), isMultiplexed: false) {
        try begin(next, waiting.removeValue(forKey: next))
      }
    }
    for id in 0..<1000 {
      let name = names[Int.random(in: 0..<4, using: &random)]
      if queue.admit(id, to: origin(name)) { try begin(id, name) } else { waiting[id] = name }
      if Bool.random(using: &random) { try endOne() }
      // Now and then an exchange leaves, and once nearly all do.
      for leaver in waiting.keys.sorted()
      where Int.random(in: 0..<200, using: &random) == 0 || id == 500 && leaver % 10 > 0 {
        waiting[leaver] = nil
        queue.remove(leaver)
      }
    }
    while !running.isEmpty { try endOne() }
    #expect(waiting == [:])
    #expect(most <= total ?? .max)
    #expect(mostOfOne <= perHost ?? .max)
    #expect(begun.values.allSatisfy { $0 == $0.sorted() }, "exchanges of an origin start in order of arrival")
  }

  @Test(
    arguments: [
      (nil, nil, 3, [nil, nil, nil]), (8, nil, 3, [3, 3, 2]), (2, nil, 4, [1, 1]), (0, nil, 4, [1]),
      (nil, 5, 0, [nil]),
    ] as [(Int?, Int?, Int, [Int?])])
  func `the total limit is divided among loops`(total: Int?, perHost: Int?, loops: Int, expected: [Int?]) {
    let shares = ConnectionLimits(total: total, perHost: perHost).divided(by: loops)
    #expect(shares.map(\.total) == expected)
    #expect(shares.allSatisfy { $0.perHost == perHost })
  }
}
