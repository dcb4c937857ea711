import AsyncHTTPClient
import BenchmarkReport
import Foundation
import Sluice

/// Measures growing numbers of transfers at once, with Sluice and AsyncHTTPClient in turn. Each round starts without
/// connections.
struct CrowdGrowth {
  let url: String
  let largest: Int

  func measure() async throws {
    for count in [1, 10, 100, 1000, 5000] where count <= largest {
      var (ours, theirs): ([Double], [Double]) = ([], [])
      for _ in 0..<(count < 1000 ? 15 : 3) {
        ours.append(try await withSluice(count))
        theirs.append(try await withPeer(count))
      }
      Report.add(
        "growth", "small GETs", median(ours) * 1000, "ms",
        peer: .init("AsyncHTTPClient", median(theirs) * 1000), point: ("transfers at once", count))
      print(
        "\(count) transfers at once: \(rounded(median(ours) * 1000, 1)), \(rounded(median(theirs) * 1000, 1)) ms"
      )
    }
  }

  private func withSluice(_ count: Int) async throws -> Double {
    var configuration = Session.Configuration(baseURL: url)
    configuration.proxy = ""
    let session = Session(configuration)
    let time = try await time(of: count) { try await session.get("/held/\(count)", decoding: .bytes).count }
    await session.invalidate()
    return time
  }

  private func withPeer(_ count: Int) async throws -> Double {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = count
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let request = HTTPClientRequest(url: "\(url)/held/\(count)")
    let time = try await time(of: count) {
      try await client.execute(request, timeout: .seconds(60)).body.collect(upTo: 1 << 20).readableBytes
    }
    try await client.shutdown()
    return time
  }

  private func time(of count: Int, _ get: @escaping @Sendable () async throws -> Int) async throws -> Double {
    let start = ContinuousClock.now
    try await withThrowingTaskGroup { group in
      for _ in 0..<count { group.addTask { _ = try await get() } }
      try await group.waitForAll()
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
