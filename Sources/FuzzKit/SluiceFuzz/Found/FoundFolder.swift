import FoundationEssentials

/// A folder of inputs that failed once, one in each file.
package struct FoundFolder {
  package let path: String

  package init(path: String) { self.path = path }

  /// Returns the inputs, sorted by name.
  ///
  /// - Throws: An error if a file cannot be read. A folder that does not exist has no inputs.
  package func inputs() throws -> [(name: String, bytes: [UInt8])] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try names().filter { !$0.hasPrefix(".") }.map { ($0, try contents(of: $0)) }
  }

  /// Adds an input that failed.
  ///
  /// - Returns: The name of its file.
  @discardableResult
  package func add(_ bytes: [UInt8]) throws -> String {
    let name = FailureName.of(bytes)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path(of: name)), options: .atomic)
    return name
  }

  /// Whether an input is in the folder, with the name that ``add(_:)`` gives it.
  package func contains(_ bytes: [UInt8]) -> Bool {
    FileManager.default.fileExists(atPath: path(of: FailureName.of(bytes)))
  }

  /// Removes an input.
  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(of: name)) }

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
  package static func of(_ bytes: [UInt8]) -> String {
    let digits = String(FNV1a.hash(of: bytes), radix: 16)
    return "failure-" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
