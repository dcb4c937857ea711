internal import Glibc

// Steps that give an open file its final name. They name the open file, even if another file has its path meanwhile.

/// The parts of a file that are on the disk when it has its final name. The rest is there some seconds later, or is
/// lost in a power failure: the file may then be empty or missing. A process that is killed loses nothing, and a file
/// system that has refused bytes has reported it.
package enum Flush: Sendable {
  case nothing
  /// The bytes of the file, so that its name never names a part of them.
  case content
  /// The bytes of the file and its name, so that the file is found after any crash.
  case contentAndName
}

extension Descriptor {
  /// Gives a complete file its final name in one step: flushes it, or at least checks that the file system has taken
  /// its bytes, names it, and flushes the folder.
  ///
  /// ```
  ///                        final    temporary
  ///  written               old      new
  ///  replace: renames      new      none
  ///  others: names         new      new        the same file
  ///          removes       new      none
  /// ```
  ///
  /// - Parameters:
  ///   - final: The final path, on the same file system.
  ///   - temporary: The path that the file has until then; `nil` for a file without a name.
  ///   - policy: What happens if something exists there.
  ///   - flush: The parts that are on the disk when the call returns.
  /// - Returns: The path under which the file is.
  /// - Throws: `ESTALE` if `temporary` does not name the file; `EEXIST` or `EISDIR` if the name is taken.
  package func commit(
    to final: DestinationPath, from temporary: String?, ifExists policy: ExistingFilePolicy,
    flushing flush: Flush
  ) throws(SystemError) -> String {
    if flush == .nothing { try checkWrites(to: rawValue) } else { try synchronize() }
    // A folder that cannot be opened is an error before anything has changed.
    let folder = flush == .contentAndName ? try Descriptor.folderToSynchronize(final.folder) : nil
    var path = final.text
    switch policy {
    case .unique:
      path = try final.takeUniqueName { path throws(SystemError) in try take(path, from: temporary) }
    case .replace:
      if let temporary { try replace(final, from: temporary) } else { try takeOrReplace(final) }
    case .fail:
      if try !take(path, from: temporary) { throw SystemError(number: EEXIST) }
    }
    try folder?.synchronizeNames()
    return path
  }

  /// Gives a file without a name its final one. After an error, it may not be able to get any other.
  private func takeOrReplace(_ final: DestinationPath) throws(SystemError) {
    if try take(final.text, from: nil) { return }
    // Only a file that has a name can replace another.
    let temporary = DestinationPath.temporaryPath(in: final.folder)
    try link(as: temporary)
    do throws(SystemError) {
      try replace(final, from: temporary)
    } catch {
      removeName(temporary)
      throw error
    }
  }

  /// Gives the file a name, unless the name is taken.
  ///
  /// - Parameters:
  ///   - path: The new path, on the same file system.
  ///   - temporary: The path that the file has until then, which is removed, or `nil` for a file without a name.
  /// - Returns: `false` if anything has the name, including a symbolic link.
  /// - Throws: `ESTALE` if `temporary` does not name the file.
  private func take(_ path: String, from temporary: String?) throws(SystemError) -> Bool {
    if let temporary { try check(temporary) }
    do throws(SystemError) {
      try link(as: path)
      if let temporary { removeName(temporary) }
      return true
    } catch {
      if error.number == EEXIST { return false }
      guard let temporary else { throw error }
      // The file system has no hard links, or the system no `/proc`.
      return try rename(temporary, toFree: path)
    }
  }

  private func rename(_ temporary: String, toFree path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try renameFileIfFree(temporary, to: path)
    } catch {
      if error.number == EEXIST { return false }
      throw error
    }
    try check(path)
    return true
  }

  /// Renames the file, in place of any file at `path`, which may have become secret since this one was created. It
  /// allows no more than that one then.
  ///
  /// Another process may replace the file as soon as it is there, without an error. It is an error if another file took
  /// the temporary name at the last moment, and got the final one:
  ///
  /// ```
  ///                                  final       the name that was temporary
  ///  renamed, replaced by another     another's   final (deleted)
  ///  replaced by another, renamed     another's   temporary (deleted)
  /// ```
  ///
  /// - Throws: `ESTALE` if `temporary` does not name the file.
  private func replace(_ path: DestinationPath, from temporary: String) throws(SystemError) {
    try check(temporary)
    let name = try? Descriptor.name(at: temporary)
    try limitAccess(toThatOf: path.text, keepingOwner: true)
    try renameFile(temporary, to: path.text)
    // The file has its name: an error here changes nothing about it.
    if (try? isFile(at: path.text)) == true { return }
    guard let name, name.isSameFile(as: self), name.wasRenamed(to: path) else {
      throw SystemError(number: ESTALE)
    }
  }

  /// Whether the name that was opened became the last component of a path, even if another file has that now.
  ///
  /// - Returns: `false` if this is unknown, as without `/proc`.
  func wasRenamed(to path: DestinationPath) -> Bool {
    guard let name = linkTarget("/proc/self/fd/\(rawValue)").flatMap({ try? DestinationPath($0).name })
    else { return false }
    // What the system appends to the name of a file that has lost it.
    return name == path.name || name == path.name + " (deleted)"
  }

  /// Removes a name of the file. If `path` names nothing, or another file, or if this is unknown, nothing is done.
  package func removeName(_ path: String) {
    if (try? isFile(at: path)) == true { removeFile(path) }
  }

  /// Removes a temporary name that the file has besides its own, because a process is about to remove it, or was killed
  /// then.
  ///
  /// - Parameter folder: The folder of the file.
  /// - Returns: Whether the file had such a name.
  /// - Complexity: O(*n*) for *n* files in the folder, if the file has several names.
  package func removeLeftName(in folder: String) -> Bool {
    guard let status = try? status(), status.nameCount == 2 else { return false }
    let paths = (try? names(inFolder: folder))?.lazy.filter(TemporaryFile.isRandom).map { "\(folder)/\($0)" }
    guard let left = paths?.first(where: { (try? isFile(at: $0)) == true }) else { return false }
    removeName(left)
    return true
  }

  private func check(_ path: String) throws(SystemError) {
    guard try isFile(at: path) else { throw SystemError(number: ESTALE) }
  }
}
