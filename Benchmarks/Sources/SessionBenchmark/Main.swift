import Foundation

/// Measures a session: many transfers at once, then the rate of small ones, compared with AsyncHTTPClient.
///
/// The server runs in a separate process. Exits with 1 if a bar is missed.
///
///     swift run -c release SessionBenchmark [--rounds N] [--requests N] [--crowd N] [--only crowd|rates|sluice|peer]
///
/// - `--rounds`: The number of rounds of small transfers. Defaults to 7.
/// - `--requests`: The number of small transfers in each round. Defaults to 20,000.
/// - `--crowd`: The number of transfers at once. Defaults to 5000.
/// - `--only`: A single measurement; `sluice` and `peer` are the rates of one client.
@main
struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments.contains("--serve") { return try BenchmarkServer.run() }
    func value(after option: String) -> String? {
      arguments.firstIndex(of: option).flatMap {
        arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil
      }
    }
    func number(after option: String) -> Int? { value(after: option).flatMap { Int($0) } }

    try ProcessUsage.allowManyDescriptors()
    let server = try ServerProcess()
    defer { server.stop() }
    let only = value(after: "--only")
    var areMet = true
    if only == nil || only == "crowd" {
      areMet = try await Crowd(url: server.url, size: number(after: "--crowd") ?? 5000).measure()
    }
    if only != "crowd" {
      let rates = Rates(
        url: server.url, requests: number(after: "--requests") ?? 20_000,
        rounds: number(after: "--rounds") ?? 7,
        only: only)
      areMet = try await rates.measure() && areMet
    }
    if !areMet { exit(1) }
  }
}
