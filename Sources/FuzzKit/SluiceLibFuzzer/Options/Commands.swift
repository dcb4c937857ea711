import FoundationEssentials
import SluiceFuzz

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
    if let file = options["dictionary"] {
      try writeDictionary(to: file)
      hasRun = true
    }
    if let file = options["report"] {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
      Standard.output.print(Report.of(bytes, target.name))
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
  }

  func writeDictionary(to file: String) throws {
    try Data(target.format.map(Corpus.dictionary) ?? []).write(to: URL(filePath: file))
  }
}
