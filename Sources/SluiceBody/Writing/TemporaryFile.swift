internal import FoundationEssentials
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

  private enum Name {
    /// No name, and whether the file can get one.
    case none(canGetName: Bool)
    case temporary(String)
    case given
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
    if folder.isEmpty || folder.utf8.contains(0) { throw SystemError(number: EINVAL) }
    if isUnnamed, Descriptor.canLink || fallback == .noName,
      let file = try? Descriptor.createUnnamed(in: folder, permissions: permissions)
    {
      descriptor = file
      name = Lock(.none(canGetName: Descriptor.canLink))
      return
    }
    let path = Self.temporaryPath(in: folder)
    switch fallback {
    case .temporaryName:
      descriptor = try Descriptor.create(path, flags: O_RDWR, permissions: permissions)
      name = Lock(.temporary(path))
    case .noName:
      descriptor = try Descriptor.create(path, flags: O_RDWR, permissions: 0o600)
      removeFile(path)
      name = Lock(.none(canGetName: false))
    }
  }

  deinit {
    if case .temporary(let path) = name.withLock({ $0 }) { descriptor.removeName(path) }
  }

  private static func temporaryPath(in folder: String) -> String {
    "\(folder)/.sluice-\(UUID().uuidString)"
  }

  /// Gives the file its name. Nothing may be written afterwards.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - policy: The treatment of anything that already exists there.
  ///   - synchronizing: Whether to flush the file to disk before. Defaults to `true`.
  /// - Returns: The path under which it is, or `nil` if it cannot get a name there: it has one already, it has none and
  ///   cannot get one, or the path is on another file system.
  /// - Throws: ``BodyError/Code/fileExists``, ``BodyError/Code/fileIsDirectory``, ``BodyError/Code/fileReplaced`` or
  ///   ``BodyError/Code/writeFailed``.
  package func commit(
    to path: DestinationPath, ifExists policy: ExistingFilePolicy, synchronizing: Bool = true
  ) throws(BodyError) -> String? {
    try name.withLock { name throws(BodyError) in
      switch name {
      case .given, .none(canGetName: false): return nil
      case .none(canGetName: true), .temporary: break
      }
      do throws(SystemError) {
        if synchronizing { try descriptor.synchronize() }
        if policy == .unique {
          return try path.takeUniqueName { path throws(SystemError) in try take(path, &name) }
        }
        if try !take(path.text, &name) {
          guard policy == .replace else { throw SystemError(number: EEXIST) }
          try replace(path, &name)
        }
        return path.text
      } catch {
        if error.number == EXDEV { return nil }
        throw BodyError(error, naming: path)
      }
    }
  }

  /// Gives the file its name without flushing it, and returns whether the name was free.
  package func take(_ path: DestinationPath) throws(SystemError) -> Bool {
    try name.withLock { name throws(SystemError) in try take(path.text, &name) }
  }

  /// Gives the file a name, and returns whether it was free.
  private func take(_ path: String, _ name: inout Name) throws(SystemError) -> Bool {
    var temporary: String?
    if case .temporary(let path) = name { temporary = path }
    guard try descriptor.take(path, from: temporary) else { return false }
    name = .given
    return true
  }

  private func replace(_ path: DestinationPath, _ name: inout Name) throws(SystemError) {
    // Only a file that has a name can replace another.
    if case .none = name {
      let temporary = Self.temporaryPath(in: path.folder)
      try descriptor.link(as: temporary)
      name = .temporary(temporary)
    }
    guard case .temporary(let temporary) = name else { return }
    do throws(SystemError) {
      try descriptor.replace(path.text, from: temporary)
      name = .given
    } catch {
      descriptor.removeName(temporary)
      name = .none(canGetName: false)
      throw error
    }
  }

  /// Returns a number after `start` that is not taken, but whose predecessor is or is `start`, in logarithmic time.
  package static func freeNumber(after start: Int, isTaken: (Int) -> Bool) -> Int {
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
