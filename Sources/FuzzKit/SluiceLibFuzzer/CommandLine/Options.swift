import FoundationEssentials
import SluiceFuzz

/// The arguments of the program that begin with two hyphens.
struct Options {
  private let program: String
  private var values: [String: String] = [:]

  init(_ arguments: [String]) {
    program = arguments.first ?? ""
    for argument in arguments.dropFirst() where argument.hasPrefix("--") {
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[String(parts.first ?? "")] = parts.count > 1 ? String(parts[1]) : ""
    }
  }

  /// Returns the value of an option, which is empty without `=`, or `nil` if the option is missing.
  subscript(name: String) -> String? { values[name] }

  /// The message about the first option with an invalid number, or `nil` if all numbers are valid.
  ///
  /// The limits keep dates and libFuzzer's own options from overflowing.
  var invalidNumber: String? {
    let limits = ["time": 1...100_000_000, "jobs": 1...10_000, "shrink": 1...100_000_000]
    for (name, limit) in limits.sorted(by: { $0.key < $1.key }) {
      guard let text = self[name], !(Int(text).map(limit.contains) ?? false) else { continue }
      return "--\(name)=\(text): not an integer from \(limit.lowerBound) to \(limit.upperBound)"
    }
    if let text = self["minutes"], !(Double(text).map { $0 > 0 && $0 <= 1_000_000 } ?? false) {
      return "--minutes=\(text): not a number greater than 0, up to 1000000"
    }
    if let text = self["seed"], UInt64(text) == nil {
      return "--seed=\(text): not an integer from 0 to \(UInt64.max)"
    }
    return nil
  }

  /// Returns the same options but for one.
  func setting(_ name: String, to value: String) -> Options {
    var options = self
    options.values[name] = value
    return options
  }

  /// Returns the target that is selected, or `nil` if there is none.
  func target(of targets: [FuzzTarget]) -> FuzzTarget? {
    guard self["list"] == nil else { return nil }
    if let name = self["target"] { return targets.first { $0.name == name } }
    let name = program.split(separator: "/").last.map(String.init)
    return targets.first { $0.name == name } ?? (targets.count == 1 ? targets.first : nil)
  }
}

/// Returns the bytes of a file.
func content(of file: String) throws -> [UInt8] {
  guard let data = try? Data(contentsOf: URL(filePath: file)) else {
    throw BrokenProperty("\(file) cannot be read")
  }
  return [UInt8](data)
}

/// The options that write or print something instead of fuzzing.
struct Commands {
  private let target: FuzzTarget

  init(_ target: FuzzTarget) { self.target = target }

  /// Runs the commands that are among the options.
  ///
  /// - Returns: Whether there were any.
  func run(_ options: Options) throws -> Bool {
    var hasRun = false
    if let folder = options["seeds"] {
      try writeSeeds(to: folder)
      hasRun = true
    }
    if let folder = options["passing"] {
      try removeFailing(in: folder)
      hasRun = true
    }
    if let file = options["dictionary"] {
      try writeDictionary(to: file)
      hasRun = true
    }
    if let file = options["report"] {
      Standard.output.print(Report.of(try content(of: file), target))
      hasRun = true
    }
    return hasRun
  }

  func writeSeeds(to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let options = Array(repeating: UInt8(0), count: target.optionByteCount)
    for entry in target.format.map(Corpus.entries) ?? [] {
      try Data(options + entry.bytes).write(to: URL(filePath: "\(folder)/\(entry.name)"))
    }
    let own = "seeds/\(target.name)"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? [] where !name.hasPrefix(".") {
      try Data(content(of: "\(own)/\(name)")).write(to: URL(filePath: "\(folder)/own-\(name)"))
    }
    for (index, document) in try target.documents(64).enumerated() {
      try Data(options + document).write(to: URL(filePath: "\(folder)/made-\(index)"))
    }
  }

  private func removeFailing(in folder: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let inputs = try names.map { ($0, try content(of: "\(folder)/\($0)")) }
    for (name, _) in try target.failing(inputs, until: .now + .seconds(600)) {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  func writeDictionary(to file: String) throws {
    try Data(target.format.map(Corpus.dictionary) ?? []).write(to: URL(filePath: file))
  }
}
