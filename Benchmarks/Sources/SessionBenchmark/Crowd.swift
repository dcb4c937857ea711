import BenchmarkReport
import Foundation
import Sluice

/// Measures many simultaneous transfers of one session, to a server that responds only after all requests have arrived.
///
/// Reports the memory of each transfer, and whether a transfer takes longer among many than among a tenth as many. The
/// server's waiting takes no time of its own, so wall time is the work of client and server. Each round starts without
/// connections.
struct Crowd {
  let url: String
  let size: Int

  func measure() async throws -> Bool {
    let few = max(size / 10, 1)
    print("\(size) transfers at once, with responses after all requests have arrived")
    _ = try await run(few)
    let before = try ProcessUsage.memory().now
    let first = try await run(size)
    let memory = Double(try ProcessUsage.memory().peak - before) / Double(size) / 1024
    var all = [first]
    var tenth: [Cost] = []
    for _ in 0..<4 {
      for _ in 0..<3 { tenth.append(try await run(few)) }
      all.append(try await run(size))
    }
    let errors = all.map(\.errors).reduce(0, +)
    var areMet = report("errors", "\(errors)", bar: "0", isMet: errors == 0)
    areMet = report("memory", rounded(memory, 1) + " KiB each", bar: "< 100", isMet: memory < 100) && areMet
    let (wall, wallOfTenth) = (median(all.map(\.wall)), median(tenth.map(\.wall)))
    let ratio = wall / wallOfTenth
    print(
      "        with \(few): \(rounded(wallOfTenth * 1e6, 1)) µs each, "
        + "\(rounded(median(tenth.map(\.processor)) * 1e6, 1)) µs of processor time")
    print(
      "        with \(size): \(rounded(wall * 1e6, 1)) µs each, "
        + "\(rounded(median(all.map(\.processor)) * 1e6, 1)) µs of processor time")
    Report.add("transfers at once", "memory of each of \(size)", memory, "KiB", bar: 100)
    Report.add(
      "transfers at once", "time of each of \(size)", wall * 1e6, "µs",
      peer: .init("a tenth of them", wallOfTenth * 1e6), bar: 1.5)
    return report("ratio", rounded(ratio, 2), bar: "<= 1.5", isMet: ratio <= 1.5) && areMet
  }

  private struct Cost {
    /// The wall time of each transfer in seconds.
    var wall: Double
    /// The processor time of each transfer in seconds.
    var processor: Double
    var errors: Int
  }

  private func run(_ count: Int) async throws -> Cost {
    var configuration = Session.Configuration(baseURL: url)
    configuration.proxy = ""
    let session = Session(configuration)
    let (start, processor) = (ContinuousClock.now, ProcessUsage.processorTime)
    let errors = await withTaskGroup { group in
      for _ in 0..<count {
        group.addTask {
          do {
            return try await session.get("/held/\(count)", decoding: .bytes).isEmpty ? 1 : 0
          } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    let cost = Cost(
      wall: (ContinuousClock.now - start) / .seconds(1) / Double(count),
      processor: (ProcessUsage.processorTime - processor) / Double(count), errors: errors)
    await session.invalidate()
    return cost
  }
}
