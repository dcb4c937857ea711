import FoundationEssentials

/// A folder of inputs that failed once, one in each file.
package struct FoundFolder {
  private static let runningPrefix = "running-"
  package let path: String

  package init(path: String) { self.path = path }

  /// Returns the inputs, sorted by name.
  ///
  /// An input that another process was running when it ended is renamed first, since that input is likely what ended
  /// it.
  ///
  /// - Throws: An error if a file cannot be read. A folder that does not exist has no inputs.
  package func inputs() throws -> [(name: String, bytes: [UInt8])] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let left = try names().filter { $0.hasPrefix(Self.runningPrefix) && !RunningInput.isInUse(path(of: $0)) }
    for name in left {
      let bytes = try contents(of: name)
      try add(bytes, named: "trap-\(FailureName.hash(of: bytes))")
      try FileManager.default.removeItem(atPath: path(of: name))
    }
    return try names().filter { !$0.hasPrefix(Self.runningPrefix) && !$0.hasPrefix(".") }
      .map { ($0, try contents(of: $0)) }
  }

  /// Adds an input that failed.
  ///
  /// - Returns: The name of its file.
  @discardableResult
  package func add(_ bytes: [UInt8]) throws -> String {
    let name = FailureName.of(bytes)
    try add(bytes, named: name)
    return name
  }

  /// Creates a record of the input that is running, which is left if the process ends.
  package func runningInput() throws -> RunningInput {
    try create()
    let name = "\(Self.runningPrefix)\(UInt64.random(in: 0 ... .max))"
    return try RunningInput(path: path(of: name), unlocked: path(of: ".\(name)"))
  }

  /// Removes the folder if it has no files.
  func removeIfEmpty() { RunningInput.removeFolder(path) }

  private func add(_ bytes: [UInt8], named name: String) throws {
    try create()
    try Data(bytes).write(to: URL(filePath: path(of: name)), options: .atomic)
  }

  private func create() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      .filter {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path(of: $0), isDirectory: &isFolder) && !isFolder
      }
  }

  private func contents(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(of: name))))
  }

  private func path(of name: String) -> String { "\(path)/\(name)" }
}

/// The name of the file of an input that failed.
package enum FailureName {
  /// Returns `failure-` and 16 hexadecimal digits, which depend on the bytes alone.
  package static func of(_ bytes: [UInt8]) -> String { "failure-\(hash(of: bytes))" }

  /// Returns the hash of an input in hexadecimal.
  static func hash(of bytes: [UInt8]) -> String {
    let digits = String(FNV1a.hash(of: bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
