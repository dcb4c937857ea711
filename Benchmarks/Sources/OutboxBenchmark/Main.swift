import BenchmarkReport
import Foundation
import Sluice
import SluiceOutbox
import SluiceTesting

/// Measures an outbox: durable additions, deliveries to a server on loopback, and memory with many entries.
///
///     swift run -c release OutboxBenchmark [--folder PATH] [--entries N] [--rounds N] [--json FILE]
///
/// - `--folder`: The folder to create outboxes in, whose disk decides the rates. Defaults to that of temporary files.
/// - `--entries`: The number of entries for the measurement of memory. Defaults to 100,000.
/// - `--rounds`: The number of rounds of 2000 entries for the rates. Defaults to 5.
@main
struct Main {
  static func main() async throws {
    let folder = Arguments.value(after: "--folder") ?? NSTemporaryDirectory()
    let outbox = URL(fileURLWithPath: folder).appendingPathComponent("outbox-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: outbox) }
    let server = try LoopbackServer.http { _, connection in
      _ = try connection.readBody()
      try connection.respond(200, body: [])
    }
    defer { server.stop() }
    var configuration = Session.Configuration(baseURL: server.url)
    configuration.proxy = ""
    let benchmark = Benchmark(folder: outbox, session: Session(configuration))
    try await benchmark.measureRates(rounds: Arguments.number(after: "--rounds") ?? 5)
    let isFlat = try await benchmark.measureMemory(entries: Arguments.number(after: "--entries") ?? 100_000)
    exit(isFlat ? 0 : 1)
  }
}
