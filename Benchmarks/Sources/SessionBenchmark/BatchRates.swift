import Foundation
import Sluice

/// Measures many small downloads as one batch, and in a task group as programs write it by hand, in turn.
///
/// The requests of the batch come from a lazy sequence, and its results are read in the order of completion. Memory is
/// measured after a tenth of the downloads and after all of them.
struct BatchRates {
  let url: String
  let requests: Int
  let rounds: Int

  private static let width = 64

  private struct EmptyAnswer: Error {}

  func measure() async throws -> Bool {
    print("\(requests) small GETs, \(Self.width) at a time: a batch and a task group, \(rounds) rounds")
    var configuration = Session.Configuration(baseURL: url)
    configuration.proxy = ""
    let session = Session(configuration)
    // The first round opens the connections.
    _ = try await batch(requests / 10, in: session)
    let memoryOfFew = try ProcessUsage.memory().now
    _ = try await batch(requests, in: session)
    let growth = Double(try ProcessUsage.memory().peak - memoryOfFew) / 1024 / 1024
    _ = try await group(requests / 10, in: session)
    var (batches, groups): ([Cost], [Cost]) = ([], [])
    for _ in 0..<rounds {
      batches.append(try await batch(requests / 5, in: session))
      groups.append(try await group(requests / 5, in: session))
    }
    await session.invalidate()
    let wall = median(zip(batches, groups).map { $0.wall / $1.wall })
    let processor = median(zip(batches, groups).map { $0.processor / $1.processor })
    print(
      "        batch: \(rounded(median(batches.map(\.wall)) * 1e6, 1)) µs each, "
        + "task group: \(rounded(median(groups.map(\.wall)) * 1e6, 1)) µs each")
    let isFlat = report(
      "memory", "\(rounded(growth, 2)) MiB more than after a tenth", bar: "<= 3.0", isMet: growth <= 3)
    print("        processor time: \(rounded(processor, 2)) of the task group's")
    return report(
      "time", "\(rounded(wall, 2)) of the task group's", bar: "<= 1.1", isMet: wall <= 1.1) && isFlat
  }

  private struct Cost {
    /// The wall time of each download in seconds.
    var wall: Double
    /// The processor time of each download in seconds.
    var processor: Double
  }

  private func batch(_ count: Int, in session: Session) async throws -> Cost {
    try await cost(of: count) {
      let requests = repeatElement(try session.request(.get, "/"), count: count).lazy.map { $0 }
      for try await member in session.batch(requests, decoding: .bytes, atMost: Self.width) {
        if try member.result.get().isEmpty { throw EmptyAnswer() }
      }
    }
  }

  private func group(_ count: Int, in session: Session) async throws -> Cost {
    try await cost(of: count) {
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        let request = try session.request(.get, "/")
        func start() { group.addTask { try await session.send(request, decoding: .bytes) } }
        for _ in 0..<min(count, Self.width) { start() }
        var started = min(count, Self.width)
        while let body = try await group.next() {
          if body.isEmpty { throw EmptyAnswer() }
          if started < count {
            started += 1
            start()
          }
        }
      }
    }
  }

  private func cost(of count: Int, _ run: () async throws -> Void) async throws -> Cost {
    let (start, processor) = (ContinuousClock.now, ProcessUsage.processorTime)
    try await run()
    return Cost(
      wall: (ContinuousClock.now - start) / .seconds(1) / Double(count),
      processor: (ProcessUsage.processorTime - processor) / Double(count))
  }
}
