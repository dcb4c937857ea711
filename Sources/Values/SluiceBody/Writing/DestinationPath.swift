internal import FoundationEssentials
internal import Glibc

/// The path of a file to be written, divided at its last slash and at the extension of its name.
package struct DestinationPath: Sendable {
  package private(set) var text: String
  /// The folder, such as `.` or `/`.
  package let folder: String
  /// Whether the last component can name a file: it is not empty, `.` or `..`.
  package let hasFileName: Bool
  /// The last component.
  package private(set) var name: String
  /// The number in the last component, or 0.
  private var number = 0
  private let prefix: Substring
  private let stem: Substring
  private let fileExtension: Substring

  /// Divides a path.
  ///
  /// - Throws: ``ErrorCode/writeFailed`` if the path contains a NUL, which the system would take for its end.
  package init(_ text: String) throws(BodyError) {
    if !PathText.isValid(text) { throw BodyError(.writeFailed, path: text) }
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

  /// The permissions of a new file that gets this path: those of a file that it may replace, so that a secret one does
  /// not become readable for others. Its owner can read and write it. The process's mask reduces them. Blocks.
  package var permissions: UInt32 {
    guard let status = try? FileStatus(ofFileAt: text), status.kind == .regular else { return 0o666 }
    return status.permissions | 0o600
  }

  /// Creates the folder and its missing parents. An existing folder is not an error. Blocks.
  ///
  /// - Parameter synchronizing: Whether to block until the names of the folder and its parents are on the disk.
  /// - Throws: ``ErrorCode/writeFailed``.
  package func createFolder(synchronizing: Bool) throws(BodyError) {
    try BodyError.writing(text) { () throws(SystemError) in
      try createFolders(folder, synchronizing: synchronizing)
    }
  }

  /// Checks that a new file could take the place of the regular one. Nothing is changed. Blocks.
  ///
  /// - Throws: ``ErrorCode/writeFailed``.
  package func checkReplaceable() throws(BodyError) {
    try BodyError.writing(text) { () throws(SystemError) in try SluiceBody.checkReplaceable(text, in: folder)
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
    var next = self
    repeat {
      next = numbered(TemporaryFile.freeNumber(after: next.number) { isTaken(numbered($0).text) })
    } while try !take(next.text)
    return next.text
  }

  /// Returns the path of another file in the same folder.
  package func sibling(_ name: String) -> String { prefix + name }

  /// Returns the path with a number before the extension, such as `a (1).txt`, after which `a (2).txt` follows.
  package func numbered(_ number: Int) -> DestinationPath {
    var path = self
    path.number = number
    path.text = "\(stem) (\(number))\(fileExtension)"
    path.name = String(Substring(path.text.utf8.dropFirst(prefix.utf8.count)))
    return path
  }
}

extension DestinationPath {
  /// Whether names that differ in case alone are one name in a folder, as on FAT and NTFS, or where it will be created.
  /// `false` if this cannot be found out, since no file can be created. Blocks.
  package static func isCaseIgnored(inFolder folder: String) -> Bool {
    let name = hiddenPrefix + UUID().uuidString
    do throws(SystemError) {
      let file = try TemporaryFile(at: "\(folder)/\(name)", permissions: 0o600)
      return withExtendedLifetime(file) { isTaken("\(folder)/\(name.uppercased())") }
    } catch {
      guard error.isMissingFile, let path = try? DestinationPath(folder), path.folder != folder else {
        return false
      }
      return isCaseIgnored(inFolder: path.folder)
    }
  }
}

extension BodyError {
  /// Creates the error for a file that could not get its final name.
  ///
  /// - Parameter final: The final path.
  package init(_ error: SystemError, naming final: DestinationPath) {
    switch error.number {
    case EEXIST: self.init(.fileExists, path: final.text)
    case EISDIR: self.init(.fileIsDirectory, path: final.text)
    case ESTALE: self.init(.fileReplaced, path: final.text)
    default: self.init(.writeFailed, path: final.text, systemError: error)
    }
  }
}

extension DestinationPath {
  /// The start of the names of temporary files that belong to the file: `.sluice-` and a hash of the file's name.
  ///
  /// It has 40 bytes, however long the file's name is.
  package var hiddenStem: String {
    Self.hiddenPrefix + SHA256.hexDigest(of: name).prefix(32)
  }

  /// Whether the file has the name of a temporary file.
  package var isHidden: Bool { TemporaryFile.isTemporary(name) }

  /// Returns a path in `folder` that no other file has.
  static func temporaryPath(in folder: String) -> String { "\(folder)/\(hiddenPrefix)\(UUID().uuidString)" }

  fileprivate static var hiddenPrefix: String { ".sluice-" }
}

extension TemporaryFile {
  /// Whether a file may have the temporary name of one.
  static func isTemporary(_ name: String) -> Bool {
    name.utf8.starts(with: DestinationPath.hiddenPrefix.utf8)
  }

  /// Whether a file may have been made with the name by ``DestinationPath/temporaryPath(in:)``.
  static func isRandom(_ name: String) -> Bool {
    isTemporary(name) && UUID(uuidString: String(name.dropFirst(DestinationPath.hiddenPrefix.count))) != nil
  }
}

extension FileStatus {
  /// Whether the file is a regular one with a single name, which a process of the same user has created.
  ///
  /// - Parameter path: The path of the file.
  package func isOwnFile(at path: DestinationPath) -> Bool {
    kind == .regular && nameCount == 1 && isOwned(at: path)
  }

  /// Whether a process of the same user has created the file.
  ///
  /// - Parameter path: The path of the file.
  package func isOwned(at path: DestinationPath) -> Bool {
    if owner == geteuid() { return true }
    // Some file systems give all files to one user.
    let new = try? TemporaryFile(in: path.folder, orElse: .noName).descriptor.status()
    return new?.owner == owner
  }
}

/// The treatment of anything that already has the name of a file that is written: a file, a folder, or a symbolic link,
/// even a dangling one.
///
/// The name is taken or replaced in one step, so no policy overwrites a file that appears at the same moment, other
/// than ``replace``.
///
/// ```swift
/// try await part.write(toFile: "/data/holiday.mov", ifExists: .replace)
/// ```
public enum ExistingFilePolicy: Sendable, Hashable {
  /// Writing fails with ``ErrorCode/fileExists``, and the existing file stays as it is.
  case fail
  /// The new file takes the place of the existing one once it is complete, with its permissions, as far as the
  /// process's mask allows them, with its group, and with its access control list or none. If the process may not set
  /// these, it allows less. A symbolic link is replaced, not followed. A folder is a
  /// ``ErrorCode/fileIsDirectory`` error.
  case replace
  /// The new file gets a free name: for `a.txt`, the first of `a (1).txt`, `a (2).txt`, … that is free. If there are
  /// gaps between existing numbers, it may get a later one.
  case unique
}
