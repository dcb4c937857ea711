internal import Glibc

/// The folder of a store, such as a cache or an outbox, which several processes use. All calls block.
///
/// ```
///  the folder                                           when it is opened
///  has the mark of a store                              is a store's, whatever else is in it
///  is missing, or has only empty folders of a store     becomes a store's: another process may be creating it
///  otherwise                                            is refused, and stays as it is
/// ```
///
/// The folder `lost+found` of an empty file system does not count, nor does a file with a temporary name that a process
/// has locked.
package enum SharedFolder {
  /// Checks that a folder is a store's, or can become one.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - folders: The names of the folders that a store has before its mark.
  ///   - isStore: Returns whether the folder has the mark.
  /// - Throws: ``ErrorCode/folderNotEmpty`` if it has other files; ``ErrorCode/writeFailed`` if this process
  ///   may not look, or for a path that no folder can have.
  package static func check(
    _ path: String, folders: [String], isStore: () throws(SystemError) -> Bool
  ) throws(BodyError) {
    // The system would take a NUL for the end of the path, and use another folder.
    if path.isEmpty || !PathText.isValid(path) { throw BodyError(.writeFailed, path: path) }
    let mayOpen = try BodyError.writing(path) { () throws(SystemError) in
      if try isStore() { return true }
      if try isFree(path, for: folders) { return true }
      // Another process may have created the store meanwhile.
      return try isStore()
    }
    if !mayOpen { throw BodyError(.folderNotEmpty, path: path) }
  }

  private static func isFree(_ path: String, for folders: [String]) throws(SystemError) -> Bool {
    do throws(SystemError) {
      guard try hasOnly(folders, at: path) else { return false }
    } catch {
      if error.isMissingFile { return true }
      throw error
    }
    var isFree = true
    for folder in folders.map({ "\(path)/\($0)" }) {
      do throws(SystemError) {
        try forEachName(inFolder: folder) { name in
          let file = temporaryFile(String(repairing: name), in: folder)
          if (try? file?.claim()) != false { isFree = false }
        }
      } catch {
        // The process has no descriptor left.
        if error.number == EMFILE || error.number == ENFILE { throw error }
        // It is another kind of file, or one of another user.
        if error.number != ENOENT { isFree = false }
      }
    }
    return isFree
  }

  /// Returns whether all names in a folder are among `names`.
  package static func hasOnly(_ names: [String], at path: String) throws(SystemError) -> Bool {
    let names = names + ["lost+found"]
    var hasOnly = true
    try forEachName(inFolder: path) { name in
      if !names.contains(String(repairing: name)) { hasOnly = false }
    }
    return hasOnly
  }

  /// Removes the files with temporary names that killed processes have left in a folder. A failure is not an error.
  ///
  /// Stores recognize them in two ways. A cache locks the files that it writes: it may write one for days, and
  /// leftovers take space that its limit does not count. But another process can remove a file before it is locked. A
  /// cache then does not store the response. An outbox would have to refuse the request, so it does not lock its files,
  /// and removes those that are older than a day.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - isLeft: Returns whether no process is writing a file.
  package static func removeLeftovers(
    in path: String, where isLeft: (Descriptor) throws(SystemError) -> Bool
  ) {
    for name in (try? names(inFolder: path)) ?? [] {
      guard let file = temporaryFile(name, in: path), (try? isLeft(file)) == true else { continue }
      file.removeName("\(path)/\(name)")
    }
  }

  /// Opens a file, or returns `nil` if it has no temporary name or cannot be opened.
  private static func temporaryFile(_ name: String, in folder: String) -> Descriptor? {
    guard TemporaryFile.isTemporary(name) else { return nil }
    return try? .open("\(folder)/\(name)", flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }
}
