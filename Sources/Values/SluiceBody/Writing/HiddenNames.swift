internal import FoundationEssentials
internal import Glibc

extension DestinationPath {
  /// The start of the names of temporary files that belong to the file: `.sluice-` and a hash of the file's name.
  ///
  /// It has 40 bytes, however long the file's name is.
  package var hiddenStem: String {
    Self.hiddenPrefix + SHA256.hexDigest(of: name).prefix(32)
  }

  /// Whether the file has the name of a temporary file.
  package var isHidden: Bool { name.utf8.starts(with: Self.hiddenPrefix.utf8) }

  /// Returns a path in `folder` that no other file has.
  static func temporaryPath(in folder: String) -> String { "\(folder)/\(hiddenPrefix)\(UUID().uuidString)" }

  fileprivate static var hiddenPrefix: String { ".sluice-" }
}

extension TemporaryFile {
  /// Whether a file may have the temporary name of one.
  package static func isTemporary(_ name: String) -> Bool {
    name.utf8.starts(with: DestinationPath.hiddenPrefix.utf8)
  }
}

extension FileStatus {
  /// Whether the file is a regular one with a single name, which a process of the same user has created.
  ///
  /// - Parameter path: The path of the file.
  func isOwnFile(at path: DestinationPath) -> Bool {
    kind == .regular && nameCount == 1 && isOwned(at: path)
  }

  /// Whether a process of the same user has created the file.
  ///
  /// - Parameter path: The path of the file.
  func isOwned(at path: DestinationPath) -> Bool {
    if owner == geteuid() { return true }
    // Some file systems give all files to one user.
    let new = try? TemporaryFile(in: path.folder, orElse: .noName).descriptor.status()
    return new?.owner == owner
  }
}
