import AsyncHTTPClient
import BenchmarkReport
import Foundation
import Sluice

/// Measures what API clients do all day: a GET whose response is decoded as JSON into a type, 64 at a time.
///
/// The peers are AsyncHTTPClient with Foundation's decoder, in this process; Python's httpx with msgspec, in a process
/// of its own; and curl, which decodes nothing.
struct JSONRequests {
  let url: String
  let rounds: Int
  let python: String

  /// The sizes of the documents in KiB.
  static let sizes = [1, 100]

  private struct Account: Decodable, Sendable {
    struct Address: Decodable {
      var street: String
      var city: String
    }

    var id: Int
    var name: String
    var address: Address
    var tags: [String]
    var balance: Double
  }

  private struct Failed: Error, CustomStringConvertible { let description: String }

  /// Returns a document of about a number of KiB.
  static func document(_ size: Int) -> String {
    var accounts: [String] = []
    var byteCount = 0
    while byteCount < size << 10 {
      let id = accounts.count
      accounts.append(
        """
        {"id":\(id),"name":"Grace Hopper \(id)","address":{"street":"\(id) Navy Yard","city":"Washington"},\
        "tags":["admiral","compiler"],"balance":\(Double(id) * 1.25)}
        """)
      byteCount += accounts[id].utf8.count + 1
    }
    return "[\(accounts.joined(separator: ","))]"
  }

  func measure() async throws {
    let clients = Clients(url: url)
    let (session, peer) = (clients.session, clients.peer)
    for size in Self.sizes {
      let requests = size > 10 ? 2000 : 20_000
      print(
        "GETs of \(size) KiB of JSON into a type, \(Cost.width) at a time: \(rounds) rounds of \(requests)")
      let path = "/json/\(size)"
      let request = HTTPClientRequest(url: url + path)
      let measurements: [(name: String, measure: () async throws -> Cost)] = [
        (
          "Sluice",
          {
            try await Cost.of(requests) {
              try await session.get(.init(path), decoding: .json([Account].self)).count
            }
          }
        ),
        (
          "AsyncHTTPClient and Foundation",
          {
            try await Cost.of(requests) {
              let body = try await peer.execute(request, timeout: .seconds(60)).body.collect(upTo: 1 << 20)
              return try JSONDecoder().decode([Account].self, from: Data(body.readableBytesView)).count
            }
          }
        ),
        ("httpx and msgspec", { try httpx(path, requests / 10) }),
        ("curl, which decodes nothing", { try curl(path, requests) }),
      ]
      var costs: [String: [Cost]] = [:]
      // The first round opens the connections and does not count.
      for round in 0...rounds {
        for (name, measure) in measurements {
          do {
            let cost = try await measure()
            if round > 0 { costs[name, default: []].append(cost) }
          } catch  where name != "Sluice" {
            if round == 0 { print("        \(name): \(error)") }
          }
        }
      }
      show(size, measurements.map(\.name), costs)
    }
    try await clients.close()
  }

  private func show(_ size: Int, _ names: [String], _ costs: [String: [Cost]]) {
    let own = costs["Sluice"] ?? []
    for name in names {
      guard let all = costs[name], !all.isEmpty else { continue }
      let rates = all.map(\.rate)
      let ratios = zip(own, all).map { ($1.rate / $0.rate, $0.processor / $1.processor) }
      print(
        "        \(name): \(rounded(median(rates), 0))/s (\(rounded(rates.min() ?? 0, 0)) to "
          + "\(rounded(rates.max() ?? 0, 0))), \(rounded(median(all.map(\.processor)) * 1e6, 1)) µs of processor time; "
          + "Sluice: \(rounded(median(ratios.map(\.0)), 2)) of its time, "
          + "\(rounded(median(ratios.map(\.1)), 2)) of its processor time")
      guard name != "Sluice" else { continue }
      for (what, cost, ratio) in [
        ("wall time", { 1 / $0.rate } as (Cost) -> Double, ratios.map(\.0)),
        ("processor time", { $0.processor }, ratios.map(\.1)),
      ] {
        Report.add(
          "JSON requests", "a GET of \(size) KiB, \(what)", median(own.map(cost)) * 1e6, "µs",
          peer: .init(name, median(all.map(cost)) * 1e6, ratio: median(ratio)))
      }
    }
  }

  // MARK: Other programs

  private func httpx(_ path: String, _ requests: Int) throws -> Cost {
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw Failed(description: "\(python) is missing")
    }
    let text = try run(
      python, ["Benchmarks/peers/json_requests.py", url + path, "\(requests)", "\(Cost.width)"])
    let numbers = text.split { $0.isWhitespace }.compactMap { Double($0) }
    guard numbers.count == 2 else { throw Failed(description: text) }
    return Cost(rate: Double(requests) / numbers[0], processor: numbers[1] / Double(requests), waits: 0)
  }

  private func curl(_ path: String, _ requests: Int) throws -> Cost {
    let (start, processor) = (ContinuousClock.now, ProcessUsage.childProcessorTime)
    _ = try run(
      "/usr/bin/curl",
      [
        "--no-progress-meter", "--fail", "--parallel", "--parallel-max", "\(Cost.width)", "--noproxy",
        "*",
      ]
        + ["--output", "/dev/null", "\(url)\(path)#[1-\(requests)]"])
    return Cost(
      rate: Double(requests) / ((ContinuousClock.now - start) / .seconds(1)),
      processor: (ProcessUsage.childProcessorTime - processor) / Double(requests), waits: 0)
  }

  /// Runs a program, and returns what it prints.
  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(description: "exit \(process.terminationStatus): \(text)")
    }
    return text
  }
}
