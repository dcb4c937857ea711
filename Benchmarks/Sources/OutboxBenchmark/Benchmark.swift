import BenchmarkReport
import Foundation
import Sluice
import SluiceOutbox

/// The measurements of an outbox.
struct Benchmark {
  let folder: String
  let session: Session

  private static let body = Array("{\"name\":\"an event\",\"value\":1}".utf8)

  /// Measures entries that are added by one task and by eight, and delivered with one key and without keys.
  func measureRates(rounds: Int) async throws {
    let count = 2000
    var (alone, together, ordered, free): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<rounds {
      let outbox = try Outbox(folder: folder)
      alone.append(try await rate(count) { try await add(count, tasks: 1, key: "key", to: outbox) })
      ordered.append(try await rate(count) { try await deliver(from: outbox) })
      together.append(try await rate(count) { try await add(count, tasks: 8, key: nil, to: outbox) })
      free.append(try await rate(count) { try await deliver(from: outbox) })
    }
    print("outbox: medians of \(rounds) rounds of \(count) entries")
    print("        added, on the disk: \(text(alone)) by one task, \(text(together)) by eight")
    print("        delivered to loopback: \(text(ordered)) with one key, \(text(free)) without")
    for (what, rates) in [
      ("adding an entry durably, one task", alone), ("adding an entry durably, eight tasks", together),
      ("delivering an entry, one key", ordered), ("delivering an entry, without keys", free),
    ] {
      Report.add("outbox", what, 1e6 / median(rates), "µs")
    }
  }

  /// Measures the memory that many entries take, while they are listed and delivered.
  ///
  /// - Returns: Whether it is less than a bar.
  func measureMemory(entries: Int) async throws -> Bool {
    let outbox = try Outbox(folder: folder)
    try await add(entries / 2, tasks: 8, key: nil, to: outbox)
    try await add(entries - entries / 2, tasks: 8, key: "key", to: outbox)
    var listed = 0
    let before = Self.memory
    for try await _ in outbox.entries() { listed += 1 }
    let afterListing = Self.memory
    let start = ContinuousClock.now
    try await deliver(from: outbox)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let growth = Double(Self.memory - before) / 1024
    let isFlat = growth < 8
    print("outbox: \(entries) entries, half of them with one key")
    print(
      "        listed \(listed): \(String(format: "%.1f", Double(afterListing - before) / 1024)) MiB more")
    print(
      "        delivered in \(String(format: "%.1f", seconds)) s, \(Int(Double(entries) / seconds)) each second"
    )
    print(
      isFlat ? "  ok  " : "  OVER",
      "memory: \(String(format: "%.1f", growth)) MiB more than after adding, bar < 8.0; "
        + "\(String(format: "%.1f", Double(Self.memory) / 1024)) MiB in all, with the server")
    Report.add("outbox", "memory of \(entries) entries", growth, "MiB", bar: 8)
    return isFlat && listed == entries
  }

  private func add(_ count: Int, tasks: Int, key: String?, to outbox: Outbox) async throws {
    try await withThrowingTaskGroup { group in
      for task in 0..<tasks {
        group.addTask {
          for _ in 0..<(count + task) / tasks {
            try await outbox.enqueue(session.request(.post, "/", body: .bytes(Self.body)), key: key)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func deliver(from outbox: Outbox) async throws {
    for try await event in outbox.run(with: session, untilIdle: true) {
      guard case .delivered = event else { fatalError("\(event)") }
    }
  }

  private func rate(_ count: Int, _ work: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await work()
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  private func text(_ rates: [Double]) -> String { "\(Int(median(rates)))/s" }

  private func median(_ rates: [Double]) -> Double { rates.sorted()[rates.count / 2] }

  /// The peak memory of this process in KiB.
  private static var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
