import BenchmarkReport
import Foundation

/// Counts the instructions and the allocations of a small `GET` request with valgrind, also those of `CurlLoop`, which
/// uses libcurl alone. Unlike times, they hardly depend on what else the machine does.
///
/// The rate of a client is measured twice in processes of their own, the second time with more requests. The
/// difference does not include the start of the process and of the connections. The server runs outside of valgrind.
struct Counts {
  let url: String

  private enum Client: String, CaseIterable {
    case sluice, peer, curl

    var name: String {
      switch self {
      case .sluice: "Sluice"
      case .peer: "AsyncHTTPClient"
      case .curl: "a C loop over libcurl"
      }
    }

    /// Returns the program and its arguments.
    func command(_ url: String, requests: Int) -> [String] {
      if self == .curl {
        let folder = ServerProcess.program.deletingLastPathComponent()
        return [folder.appending(path: "CurlLoop").path, url + "/", "\(requests)"]
      }
      return [ServerProcess.program.path, "--only", rawValue, "--server", url, "--rounds", "0"]
        + ["--requests", "\(requests)"]
    }
  }

  private struct Tool {
    let options: [String]
    /// The text before the number in the last lines that the tool writes.
    let prefix: String
    let unit: String

    static let all = [
      Tool(
        options: ["--tool=callgrind", "--callgrind-out-file=/dev/null"], prefix: "Collected : ",
        unit: "instructions"),
      Tool(
        options: ["--tool=memcheck", "--undef-value-errors=no", "--leak-check=no"],
        prefix: "total heap usage: ", unit: "allocations"),
    ]
  }

  private struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  private static let fewRequests = 640
  private static let manyRequests = 2560

  func measure() {
    print("counts of valgrind for each small GET")
    do {
      for tool in Tool.all {
        let counts = try Client.allCases.map { try count(tool, $0) }
        for (client, count) in zip(Client.allCases, counts).dropFirst() {
          Report.add(
            "small requests", "\(tool.unit) of a GET", counts[0], "", peer: .init(client.name, count))
        }
        let list = zip(Client.allCases, counts).map { "\($0.name) \(rounded($1, 0))" }.joined(separator: ", ")
        print("        \(tool.unit): \(list)")
      }
    } catch {
      print("        none: \(error)")
    }
  }

  private func count(_ tool: Tool, _ client: Client) throws -> Double {
    let few = try total(tool, client, requests: Self.fewRequests)
    let many = try total(tool, client, requests: Self.manyRequests)
    return (many - few) / Double(Self.manyRequests - Self.fewRequests)
  }

  /// Returns what a tool counts in a whole process that sends a number of requests.
  private func total(_ tool: Tool, _ client: Client, requests: Int) throws -> Double {
    let command = client.command(url, requests: requests)
    // Otherwise, valgrind fails, with the status that env(1) has if there is no valgrind.
    if !FileManager.default.isExecutableFile(atPath: command[0]) {
      throw Failed(description: "\(command[0]) has not been built")
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["valgrind", "--fair-sched=yes"] + tool.options + command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let start = text.range(of: tool.prefix)?.upperBound,
      let total = Double(text[start...].prefix { $0.isNumber || $0 == "," }.filter(\.isNumber))
    else {
      throw Failed(
        description: "\(command[0]) under valgrind: status \(process.terminationStatus), \(text.suffix(500))")
    }
    return total
  }
}
