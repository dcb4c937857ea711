import Foundation
import SluiceJSON

/// Measures the published documents that others measure with, from a folder that the caller names.
///
/// Foundation, Sluice through `Codable`, and Sluice with types that read and write themselves take turns. Then
/// `documents.py` measures msgspec and orjson, if a Python that has them is named.
struct PublishedDocuments {
  let folder: String
  let rounds: Int
  let python: String?

  func measure() throws {
    print(
      "microseconds, best of \(rounds)   Foundation   Codable    direct   msgspec    orjson   msgspec / direct"
    )
    try measure("twitter", PlainDocuments.Twitter.self, DirectDocuments.Twitter.self)
    try measure("citm_catalog", PlainDocuments.Catalog.self, DirectDocuments.Catalog.self)
    try measure("canada", PlainDocuments.Geography.self, DirectDocuments.Geography.self)
  }

  private func measure<Plain: Codable & Equatable, Direct: Codable & Equatable>(
    _ name: String, _ plain: Plain.Type, _ direct: Direct.Type
  ) throws {
    let path = "\(folder)/\(name).json"
    guard let data = FileManager.default.contents(atPath: path) else { return print("\(path) is missing") }
    let bytes = [UInt8](data)
    let (foundation, (decoder, encoder)) = ((JSONDecoder(), JSONEncoder()), (JSON.Decoder(), JSON.Encoder()))
    let plainValue = try decoder.decode(plain, from: bytes)
    let directValue = try decoder.decode(direct, from: bytes)
    guard try foundation.0.decode(plain, from: data) == plainValue,
      try decoder.decode(plain, from: encoder.encode(directValue)) == plainValue,
      try decoder.decode(direct, from: encoder.encode(plainValue)) == directValue
    else { fatalError("\(name): the results differ") }
    let others = try python.map { try measureOthers(python: $0, name, path) } ?? [:]
    let decoding = try best([
      { _ = try foundation.0.decode(plain, from: data) }, { _ = try decoder.decode(plain, from: bytes) },
      { _ = try decoder.decode(direct, from: bytes) },
    ])
    let encoding = try best([
      { _ = try foundation.1.encode(plainValue) }, { _ = try encoder.encode(plainValue) },
      { _ = try encoder.encode(directValue) },
    ])
    printRow("\(name), decode", decoding, others.mapValues(\.decoding))
    printRow("\(name), encode", encoding, others.mapValues(\.encoding))
  }

  /// Returns the fewest microseconds that each operation took, when all took turns.
  private func best(_ operations: [() throws -> Void]) throws -> [Double] {
    var best = operations.map { _ in Double.infinity }
    for _ in 0..<rounds {
      for (index, operation) in operations.enumerated() {
        best[index] = min(best[index], try ContinuousClock().measure(operation) / .microseconds(1))
      }
    }
    return best
  }

  private func printRow(_ name: String, _ ours: [Double], _ others: [String: Double]) {
    let times = ours + ["msgspec", "orjson"].map { others[$0] ?? .nan }
    let columns = times.map { String(format: "%10.0f", $0) }.joined()
    let ratio = String(format: "%10.2f", times[3] / times[2])
    print(name.padding(toLength: 26, withPad: " ", startingAt: 0) + columns + ratio)
  }

  private func measureOthers(
    python: String, _ name: String, _ path: String
  ) throws -> [String: (decoding: Double, encoding: Double)] {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["Benchmarks/documents.py", "\(rounds)", name, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var times: [String: (decoding: Double, encoding: Double)] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 3, let decoding = Double(fields[1]), let encoding = Double(fields[2]) else {
        continue
      }
      times[String(fields[0])] = (decoding, encoding)
    }
    return times
  }
}
