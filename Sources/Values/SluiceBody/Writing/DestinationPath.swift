internal import Glibc

/// The path of a file to be written, divided at its last slash and at the extension of its name.
package struct DestinationPath: Sendable {
  package let text: String
  /// The folder, such as `.` or `/`.
  package let folder: String
  /// Whether the last component can name a file: it is not empty, `.` or `..`.
  package let hasFileName: Bool
  /// The last component.
  package let name: String
  private let prefix: Substring
  private let stem: Substring
  private let fileExtension: Substring

  /// Divides a path.
  ///
  /// - Throws: ``BodyError/Code/writeFailed`` if the path contains a NUL, which the system would take for its end.
  package init(_ text: String) throws(BodyError) {
    if text.utf8.contains(0) { throw BodyError(.writeFailed, path: text) }
    self.text = text
    let slash = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    folder = slash.map { $0 == text.startIndex ? "/" : String(text[..<$0]) } ?? "."
    let start = slash.map(text.utf8.index(after:)) ?? text.startIndex
    // Leading dots hide a file, and do not start an extension.
    let visible = text.utf8[start...].drop { $0 == UInt8(ascii: ".") }
    hasFileName = !visible.isEmpty
    name = String(text[start...])
    prefix = text[..<start]
    let dot = visible.lastIndex(of: UInt8(ascii: ".")) ?? text.endIndex
    stem = text[..<dot]
    fileExtension = text[dot...]
  }

  /// Creates the folder and its missing parents. An existing folder is not an error. Blocks.
  ///
  /// - Parameter synchronizing: Whether to block until the names of the folder and its parents are on the disk.
  /// - Throws: ``BodyError/Code/writeFailed``.
  package func createFolder(synchronizing: Bool) throws(BodyError) {
    try BodyError.writing(text) { () throws(SystemError) in
      try createFolders(folder, synchronizing: synchronizing)
    }
  }

  /// Takes the path, or a numbered one that is free.
  ///
  /// - Parameter take: Takes a path, and returns whether it was free.
  /// - Returns: The path that was taken.
  /// - Throws: `EISDIR` if the path cannot name a file; the error of `take`.
  func takeUniqueName(_ take: (String) throws(SystemError) -> Bool) throws(SystemError) -> String {
    if try take(text) { return text }
    guard hasFileName else { throw SystemError(number: EISDIR) }
    var number = 0
    repeat {
      number = TemporaryFile.freeNumber(after: number) { isTaken(numbered($0)) }
    } while try !take(numbered(number))
    return numbered(number)
  }

  /// Returns the path of another file in the same folder.
  package func sibling(_ name: String) -> String { prefix + name }

  /// Returns the path with a number before the extension, such as `a (1).txt`.
  package func numbered(_ number: Int) -> String { "\(stem) (\(number))\(fileExtension)" }
}

extension BodyError {
  /// Creates the error for a file that could not get its final name.
  ///
  /// - Parameter final: The final path.
  init(_ error: SystemError, naming final: DestinationPath) {
    switch error.number {
    case EEXIST: self.init(.fileExists, path: final.text)
    case EISDIR: self.init(.fileIsDirectory, path: final.text)
    case ESTALE: self.init(.fileReplaced, path: final.text)
    default: self.init(.writeFailed, path: final.text, systemError: error)
    }
  }
}
