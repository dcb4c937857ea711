internal import Glibc

/// A file that is open for reading and writing, and gets its name once it is complete. All calls block.
///
/// Until then it has no name, if the file system can do this, so that nothing is left of it after the process ends in
/// any way. It disappears with this object unless ``commit(to:ifExists:)`` has given it a name.
package final class TemporaryFile: Sendable {
  /// The replacement on a file system that cannot give a name to a file without one.
  package enum Fallback: Sendable {
    /// The file has a temporary name in its folder until it gets its own. A process that is killed leaves it.
    case temporaryName
    /// The file has no name and cannot get one.
    case noName
  }

  private struct Name {
    /// The path that the file has until it gets its final one; `nil` if it has no name.
    var temporary: String?
    var canBeCommitted: Bool
  }

  package let descriptor: Descriptor
  private let name: Lock<Name>

  /// Creates a file in `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - fallback: The replacement if a file cannot be without a name at first.
  ///   - isUnnamed: Whether to attempt to create a file that is without a name at first. Defaults to `true`.
  ///   - permissions: The permissions of a file that gets a name, which the process's mask reduces. Defaults to 0666.
  package init(
    in folder: String, orElse fallback: Fallback, isUnnamed: Bool = true, permissions: UInt32 = 0o666
  ) throws(SystemError) {
    // The system would take a NUL for the end of the path, and use another folder.
    if folder.isEmpty || !PathText.isValid(folder) { throw SystemError(number: EINVAL) }
    if isUnnamed, Descriptor.canLink || fallback == .noName,
      let file = try? Descriptor.createUnnamed(in: folder, permissions: permissions)
    {
      descriptor = file
      name = Lock(Name(canBeCommitted: Descriptor.canLink))
      return
    }
    let path = DestinationPath.temporaryPath(in: folder)
    switch fallback {
    case .temporaryName:
      descriptor = try Descriptor.create(path, flags: O_RDWR, permissions: permissions)
      name = Lock(Name(temporary: path, canBeCommitted: true))
    case .noName:
      descriptor = try Descriptor.create(path, flags: O_RDWR, permissions: 0o600)
      removeFile(path)
      name = Lock(Name(canBeCommitted: false))
    }
  }

  /// Creates a file in the folder of a path that it gets later. Meanwhile, too, it allows no more than a file that it
  /// may replace.
  package convenience init(for path: DestinationPath) throws(SystemError) {
    try self.init(in: path.folder, orElse: .temporaryName, permissions: path.permissions)
    try descriptor.limitAccess(toThatOf: path.text, keepingOwner: false)
  }

  /// Creates a file under a temporary name that the caller chooses, in the folder of the final one, and which must be
  /// free.
  package init(at temporary: String, permissions: UInt32) throws(SystemError) {
    descriptor = try Descriptor.create(temporary, flags: O_RDWR, permissions: permissions)
    name = Lock(Name(temporary: temporary, canBeCommitted: true))
  }

  deinit {
    if let temporary = name.withLock({ $0.temporary }) { descriptor.removeName(temporary) }
  }

  /// Gives the file its name. Nothing may be written afterwards.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - policy: What happens if something exists there.
  ///   - flush: The parts that are on the disk when the call returns. Defaults to the content.
  /// - Returns: The path under which it is.
  /// - Throws: ``ErrorCode/fileExists``, ``ErrorCode/fileIsDirectory``, ``ErrorCode/fileReplaced`` or
  ///   ``ErrorCode/writeFailed``.
  @discardableResult
  package func commit(
    to path: DestinationPath, ifExists policy: ExistingFilePolicy, flushing flush: Flush = .content
  ) throws(BodyError) -> String {
    guard let path = try commitIfPossible(to: path, ifExists: policy, flushing: flush) else {
      throw BodyError(.writeFailed, path: path.text)
    }
    return path
  }

  /// Gives the file its name, as ``commit(to:ifExists:flushing:)`` does. The result is `nil` if it cannot get a name
  /// there: it has one already, it has none and cannot get one, or the path is on another file system.
  func commitIfPossible(
    to path: DestinationPath, ifExists policy: ExistingFilePolicy, flushing flush: Flush = .content
  ) throws(BodyError) -> String? {
    try name.withLock { name throws(BodyError) in
      guard name.canBeCommitted else { return nil }
      do throws(SystemError) {
        let path = try descriptor.commit(to: path, from: name.temporary, ifExists: policy, flushing: flush)
        name = Name(canBeCommitted: false)
        return path
      } catch {
        // A file that had a name for a moment cannot get another one.
        if name.temporary == nil, policy == .replace { name.canBeCommitted = false }
        if error.number == EXDEV { return nil }
        throw BodyError(error, naming: path)
      }
    }
  }

  /// Returns a number after `start` that is not taken, but whose predecessor is or is `start`, in logarithmic time.
  static func freeNumber(after start: Int, isTaken: (Int) -> Bool) -> Int {
    var (taken, step) = (start, 1)
    while isTaken(taken + step) {
      taken += step
      step *= 2
    }
    var free = taken + step
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if isTaken(middle) { taken = middle } else { free = middle }
    }
    return free
  }
}

extension Descriptor {
  /// Writes all of `bytes`.
  ///
  /// - Parameters:
  ///   - path: The path of the file in the error.
  ///   - mayWait: Returns whether to wait longer for room, if the descriptor is non-blocking. Asked every 100 ms.
  ///     Defaults to `nil`, to wait for any time.
  /// - Throws: ``ErrorCode/writeFailed``; that of `EAGAIN` after `mayWait` has returned `false`.
  package func write(
    _ bytes: borrowing Span<UInt8>, toFileAt path: String, waitingWhile mayWait: (() -> Bool)? = nil
  ) throws(BodyError) {
    do throws(SystemError) {
      try writeAll(of: bytes, to: rawValue, waitingWhile: mayWait)
    } catch {
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
  }
}
