internal import Glibc

// A file that several processes may replace at the same time, of which the last one wins.

extension DestinationPath {
  /// Replaces the file, or creates it, atomically. Nothing is flushed to the disk. Blocks.
  ///
  /// Until the new file is complete, it has a hidden name in the same folder, and its writer has locked it. A process
  /// that is killed leaves it there until ``removeAbandonedReplacements()``.
  ///
  /// - Throws: ``BodyError/Code/writeFailed``.
  package func replace(with content: [UInt8], permissions: UInt32) throws(BodyError) {
    let file = try BodyError.writing(text) { () throws(SystemError) in
      try newReplacement(permissions: permissions)
    }
    defer { file.descriptor.release() }
    try file.descriptor.write(content.span, toFileAt: text)
    do throws(BodyError) {
      try file.commit(to: self, ifExists: .replace, flushing: .nothing)
    } catch {
      // Another writer has replaced it since it got its name.
      if error.code != .fileReplaced || !isTaken(text) { throw error }
    }
  }

  /// Removes the files that processes were writing when they were killed. Blocks.
  ///
  /// - Complexity: O(*n*) for *n* files in the folder.
  package func removeAbandonedReplacements() {
    var names: [String] = []
    try? forEachName(inFolder: folder) { names.append(String(repairing: $0)) }
    for name in names where isReplacement(name) {
      let path = sibling(name)
      guard let file = try? Descriptor.openForUpdating(path, creating: false),
        (try? file.status())?.isOwnFile(at: self) == true, (try? file.claim()) == true
      else { continue }
      file.removeName(path)
      file.release()
    }
  }

  private func isReplacement(_ name: String) -> Bool {
    name.utf8.starts(with: "\(hiddenStem)-".utf8) && name.hasSuffix(".new")
  }

  private func newReplacement(permissions: UInt32) throws(SystemError) -> TemporaryFile {
    while true {
      let path = sibling("\(hiddenStem)-\(String(UInt64.random(in: .min ... .max), radix: 36)).new")
      let file = try TemporaryFile(at: path, permissions: permissions)
      // Another process may take the file for an abandoned one until it is locked. Where files cannot be locked, none
      // does.
      if (try? file.descriptor.claim()) != false, file.descriptor.isFile(at: path) { return file }
    }
  }
}
