import BenchmarkReport
import Foundation
import Sluice

/// Measures many small transfers as one batch, and in a task group as programs write it by hand, in turn: downloads to
/// files, and responses in memory.
///
/// The requests of the batch come from a lazy sequence, and its results are read in the order of completion. Memory is
/// measured after a tenth of the downloads and after all of them.
struct BatchRates {
  let url: String
  let requests: Int
  let rounds: Int

  private static let width = 64

  private struct EmptyResponse: Error {}

  func measure() async throws -> Bool {
    var configuration = Session.Configuration(baseURL: url)
    configuration.proxy = ""
    let session = Session(configuration)
    // A file system in memory, so that the disk is not measured.
    let folder = "/dev/shm/sluice-batch-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }

    print(
      "\(requests) small downloads to files, \(Self.width) at a time: a batch and a task group, \(rounds) rounds"
    )
    // The first round opens the connections.
    _ = try await downloadBatch(requests / 10, to: folder, in: session)
    let memoryOfFew = try ProcessUsage.memory().now
    try ProcessUsage.resetPeak()
    _ = try await downloadBatch(requests, to: folder, in: session)
    let growth = Double(try ProcessUsage.memory().peak - memoryOfFew) / 1024 / 1024
    Report.add("batch", "memory of \(requests) downloads, less that of a tenth", growth, "MiB", bar: 6)
    let isFlat = report(
      "memory", "\(rounded(growth, 2)) MiB more than after a tenth", bar: "<= 6.0", isMet: growth <= 6)
    let downloads = try await compare("a small download to a file", bar: 1.1) {
      try await downloadBatch(requests / 10, to: folder, in: session)
    } with: {
      try await downloadGroup(requests / 10, to: folder, in: session)
    }
    let isFast = report(
      "time", "\(rounded(downloads, 2)) of the task group's", bar: "<= 1.1", isMet: downloads <= 1.1)

    print("\(requests / 5) small GETs into memory")
    let gets = try await compare("a small GET into memory") {
      try await batch(requests / 5, in: session)
    } with: {
      try await group(requests / 5, in: session)
    }
    print("        time: \(rounded(gets, 2)) of the task group's")
    await session.invalidate()
    return isFlat && isFast
  }

  private struct Cost {
    /// The wall time of each transfer in seconds.
    var wall: Double
    /// The processor time of each transfer in seconds.
    var processor: Double
  }

  /// Runs both in turn, reports what they cost, and returns the ratio of their times.
  private func compare(
    _ what: String, bar: Double? = nil, _ ours: () async throws -> Cost,
    with theirs: () async throws -> Cost
  ) async throws -> Double {
    var (batches, groups): ([Cost], [Cost]) = ([], [])
    for _ in 0..<rounds {
      batches.append(try await ours())
      groups.append(try await theirs())
    }
    let processor = median(zip(batches, groups).map { $0.processor / $1.processor })
    print(
      "        batch: \(rounded(median(batches.map(\.wall)) * 1e6, 1)) µs each, "
        + "task group: \(rounded(median(groups.map(\.wall)) * 1e6, 1)) µs each, "
        + "processor time: \(rounded(processor, 2)) of the task group's")
    let ratio = median(zip(batches, groups).map { $0.wall / $1.wall })
    Report.add(
      "batch", "\(what), \(Self.width) at a time", median(batches.map(\.wall)) * 1e6, "µs",
      peer: .init("a task group", median(groups.map(\.wall)) * 1e6, ratio: ratio), bar: bar)
    return ratio
  }

  private func downloadBatch(_ count: Int, to folder: String, in session: Session) async throws -> Cost {
    let request = try session.request(.get, "/")
    return try await cost(of: count) {
      let transfers = (0..<count).lazy.map {
        session.transfer(request, to: .file(path($0, in: folder)), options: .init(ifExists: .replace))
      }
      for try await member in session.batch(transfers, maximumConcurrentCount: Self.width) {
        if try member.result.get().byteCount == 0 { throw EmptyResponse() }
      }
    }
  }

  private func downloadGroup(_ count: Int, to folder: String, in session: Session) async throws -> Cost {
    let request = try session.request(.get, "/")
    return try await cost(of: count) {
      try await inGroup(count) { index in
        let file = try await session.download(
          request, to: .file(path(index, in: folder)), options: .init(ifExists: .replace))
        if file.byteCount == 0 { throw EmptyResponse() }
      }
    }
  }

  /// The path of a file, which later transfers replace.
  private func path(_ index: Int, in folder: String) -> String { "\(folder)/\(index % 1000)" }

  private func batch(_ count: Int, in session: Session) async throws -> Cost {
    try await cost(of: count) {
      let requests = repeatElement(try session.request(.get, "/"), count: count).lazy.map { $0 }
      for try await member in session.batch(requests, decoding: .bytes, maximumConcurrentCount: Self.width) {
        if try member.result.get().isEmpty { throw EmptyResponse() }
      }
    }
  }

  private func group(_ count: Int, in session: Session) async throws -> Cost {
    let request = try session.request(.get, "/")
    return try await cost(of: count) {
      try await inGroup(count) { _ in
        if try await session.send(request, decoding: .bytes).isEmpty { throw EmptyResponse() }
      }
    }
  }

  /// What programs write by hand: a task group in which a limited number of tasks runs.
  private func inGroup(_ count: Int, _ work: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var started = 0
      func start() {
        let index = started
        group.addTask { try await work(index) }
        started += 1
      }
      while started < min(count, Self.width) { start() }
      while try await group.next() != nil { if started < count { start() } }
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
