import BenchmarkReport
import Foundation

/// Measures a session: many transfers at once, then the rate of small ones and their instructions, compared with
/// AsyncHTTPClient, and many small ones as a batch.
///
/// The server runs in a separate process. Exits with 1 if a bar is missed.
///
///     swift run -c release SessionBenchmark [--rounds N] [--requests N] [--crowd N] [--batch N] [--only NAME]
///       [--server URL] [--json FILE]
///
/// - `--rounds`: The number of rounds of small transfers. Defaults to 7.
/// - `--requests`: The number of small transfers in each round. Defaults to 20,000.
/// - `--crowd`: The number of transfers at once. Defaults to 5000.
/// - `--batch`: The number of transfers in a batch. Defaults to 100,000.
/// - `--only`: A single measurement: `crowd`, `rates`, `batch`, `json`, `counts`, or `growth`, the times of up to
///   `--crowd` transfers at once with both clients; `sluice` and `peer` are the rates of one client.
/// - `--python`: A Python that has httpx and msgspec. Without it, that peer is left out.
/// - `--server`: The URL of a server that runs. Defaults to a new one.
@main
struct Main {
  // Not asynchronous: the main thread would wait in sigsuspend(2) with a mask in read-only memory, to which valgrind
  // writes.
  static func main() {
    Task.detached {
      do {
        exit(try await measure() ? 0 : 1)
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        exit(1)
      }
    }
    while true { pause() }
  }

  /// - Returns: Whether all bars are met.
  private static func measure() async throws -> Bool {
    if Arguments.contains("--serve") { try BenchmarkServer.run() }
    try ProcessUsage.allowManyDescriptors()
    let server = Arguments.value(after: "--server") == nil ? try ServerProcess() : nil
    defer { server?.stop() }
    let url = Arguments.value(after: "--server") ?? server?.url ?? ""
    let only = Arguments.value(after: "--only")
    var areMet = true
    if only == "growth" {
      try await CrowdGrowth(url: url, largest: Arguments.number(after: "--crowd") ?? 5000).measure()
      return true
    }
    if only == nil || only == "crowd" {
      areMet = try await Crowd(url: url, size: Arguments.number(after: "--crowd") ?? 5000).measure()
    }
    if only == nil || only == "batch" {
      let batch = BatchRates(
        url: url, requests: Arguments.number(after: "--batch") ?? 100_000,
        rounds: Arguments.number(after: "--rounds") ?? 7)
      areMet = try await batch.measure() && areMet
    }
    if only == nil || only == "json" {
      let requests = JSONRequests(
        url: url, rounds: Arguments.number(after: "--rounds") ?? 7,
        python: Arguments.value(after: "--python") ?? "")
      try await requests.measure()
    }
    if only != "crowd", only != "batch", only != "counts", only != "json" {
      let rates = Rates(
        url: url, requests: Arguments.number(after: "--requests") ?? 20_000,
        rounds: Arguments.number(after: "--rounds") ?? 7,
        only: only)
      areMet = try await rates.measure() && areMet
    }
    if only == nil || only == "counts" { Counts(url: url).measure() }
    return areMet
  }
}
