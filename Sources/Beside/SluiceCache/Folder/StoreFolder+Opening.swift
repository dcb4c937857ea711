internal import Glibc
internal import SluiceBody

/// Folders that may be opened: those of a store, and empty ones.
///
/// ```
///  counts       incoming       anything else     the folder
///  with a mark  any            any               is a store's
///  no           empty or none  no                becomes a store's: another process may be creating it
///  otherwise                                     is refused, and stays as it is
/// ```
///
/// The mark is the one of ``ShardCounts``. The folder `lost+found` of an empty file system does not count, nor does a
/// file in `incoming` with a temporary name that a process has locked.
extension StoreFolder {
  /// Whether there is the folder of a store at a path.
  ///
  /// - Throws: ``BodyError/Code/readFailed`` if this process may not look.
  static func exists(at path: String) throws(BodyError) -> Bool {
    if path.isEmpty || path.utf8.contains(0) { return false }
    do throws(SystemError) {
      guard try FileStatus(ofReadableFileAt: "\(path)/counts").kind == .regular else { return false }
      return ShardCounts.exist(at: "\(path)/counts")
    } catch {
      if error.isMissingFile { return false }
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }

  /// Checks that a folder is a store's, or can become one.
  ///
  /// - Throws: ``BodyError/Code/folderNotEmpty`` if it has other files; ``BodyError/Code/writeFailed`` if this process
  ///   may not look.
  static func checkContent(of path: String) throws(BodyError) {
    if (try? exists(at: path)) == true { return }
    var isFree = true
    do throws(SystemError) {
      try forEachName(inFolder: path) { name in
        if !["incoming", "lost+found"].contains(String(repairing: name)) { isFree = false }
      }
    } catch {
      if error.isMissingFile { return }
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
    do throws(SystemError) {
      try forEachName(inFolder: "\(path)/incoming") { name in
        if !isBeingWritten("\(path)/incoming/\(String(repairing: name))") { isFree = false }
      }
    } catch {
      // It is another kind of file, or one of another user.
      if error.number != ENOENT { isFree = false }
    }
    // Another process may have created the store meanwhile.
    if !isFree, (try? exists(at: path)) != true { throw BodyError(.folderNotEmpty, path: path) }
  }

  /// Whether a process is writing a file, which has a temporary name.
  private static func isBeingWritten(_ path: String) -> Bool {
    guard (try? DestinationPath(path))?.isHidden == true,
      let file = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    else { return false }
    return (try? file.claim()) == false
  }

  /// Removes bodies that a process was writing when it was killed: those with a temporary name and without a lock.
  func removeLeftovers() {
    var names: [String] = []
    try? forEachName(inFolder: incoming) { names.append(String(repairing: $0)) }
    for name in names {
      let path = "\(incoming)/\(name)"
      guard (try? DestinationPath(path))?.isHidden == true,
        let file = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        (try? file.claim()) == true
      else { continue }
      file.removeName(path)
    }
  }
}
