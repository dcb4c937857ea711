import AsyncHTTPClient
import BenchmarkReport
import Foundation
import Sluice

/// Measures the rate of small `GET` requests over kept-alive connections, 64 at a time, with Sluice and AsyncHTTPClient
/// in turn.
struct Rates {
  let url: String
  let requests: Int
  let rounds: Int
  let only: String?

  func measure() async throws -> Bool {
    print(
      "small GETs over kept-alive connections, \(Cost.width) at a time: \(rounds) rounds of \(requests)")
    let clients = Clients(url: url)
    let (session, peer) = (clients.session, clients.peer)
    let request = HTTPClientRequest(url: url + "/")

    var (ours, theirs): ([Cost], [Cost]) = ([], [])
    // The first round opens the connections and does not count.
    for round in 0...rounds {
      if only != "peer" {
        let cost = try await Cost.of(requests) { try await session.get("/", decoding: .bytes).count }
        if round > 0 { ours.append(cost) }
      }
      if only != "sluice" {
        let cost = try await Cost.of(requests) {
          try await peer.execute(request, timeout: .seconds(60)).body.collect(upTo: 1 << 20).readableBytes
        }
        if round > 0 { theirs.append(cost) }
      }
    }
    try await clients.close()
    show("Sluice", ours)
    show("AsyncHTTPClient", theirs)
    guard !ours.isEmpty, !theirs.isEmpty else { return true }
    let ratios = zip(ours, theirs).map { $0.rate / $1.rate }
    let ratio = median(ratios)
    let processor = median(zip(ours, theirs).map { $0.processor / $1.processor })
    for (what, cost, ratio) in [
      ("wall time", { 1 / $0.rate } as (Cost) -> Double, 1 / ratio),
      ("processor time", { $0.processor }, processor),
    ] {
      Report.add(
        "small requests", "a GET, \(Cost.width) at a time, \(what)", median(ours.map(cost)) * 1e6, "µs",
        peer: .init("AsyncHTTPClient", median(theirs.map(cost)) * 1e6, ratio: ratio), bar: 1)
    }
    let isCheap = report(
      "processor time", "\(rounded(processor, 2)) of AsyncHTTPClient's", bar: "<= 1.0", isMet: processor <= 1)
    return report(
      "rate", "\(rounded(ratio, 2)) of AsyncHTTPClient's (best round \(rounded(ratios.max() ?? 0, 2)))",
      bar: ">= 1.0", isMet: ratio >= 1) && isCheap
  }

  private func show(_ name: String, _ costs: [Cost]) {
    guard !costs.isEmpty else { return }
    print(
      "        \(name): \(rounded(median(costs.map(\.rate)), 0))/s, "
        + "best \(rounded(costs.map(\.rate).max() ?? 0, 0))/s, "
        + "\(rounded(median(costs.map(\.processor)) * 1e6, 1)) µs of processor time "
        + "and \(rounded(median(costs.map(\.waits)), 2)) waits of threads each")
  }
}
