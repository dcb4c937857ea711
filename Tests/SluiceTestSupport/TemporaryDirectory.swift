import FoundationEssentials
import Glibc
package import SluiceBody

/// A directory that is removed with its contents when the object is deallocated.
///
/// A suite holds one for each test.
package final class TemporaryDirectory: Sendable {
  /// The path without symbolic links, so that the system reports paths within the directory with the same prefix.
  package let path: String

  /// Creates a directory.
  ///
  /// - Parameter parent: The path of the directory above it. Defaults to the system's for temporary files.
  package init(in parent: String? = nil) throws {
    let parent =
      parent.map { URL(filePath: $0) } ?? FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = parent.appending(component: "sluice-tests-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// Creates a directory.
  ///
  /// - Parameter inMemory: Whether its files are to be in memory, if the system has a folder for this, so that a test
  ///   that flushes many files does not wait for the disk.
  package convenience init(inMemory: Bool) throws {
    let folder = "/dev/shm"
    try self.init(in: inMemory && FileManager.default.isWritableFile(atPath: folder) ? folder : nil)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of an item in the directory, whether or not it exists.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Creates or overwrites a file, and returns its path.
  @discardableResult
  package func file(_ name: String, _ bytes: [UInt8] = []) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  @discardableResult
  package func directory(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: false)
    return path(name)
  }

  package func symbolicLink(_ name: String, to destination: String) throws -> String {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: destination)
    return path(name)
  }

  package func hardLink(_ name: String, to other: String) throws -> String {
    try FileManager.default.linkItem(atPath: path(other), toPath: path(name))
    return path(name)
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path(name))
  }

  package func append(_ bytes: [UInt8], to name: String) throws {
    try openForWriting(name).write(bytes.span)
  }

  /// Opens an existing file for appending.
  ///
  /// Opening a FIFO does not wait for a reader: the descriptor is also open for reading.
  package func openForWriting(_ name: String) throws -> Descriptor {
    try Descriptor.open(path(name), flags: O_RDWR | O_APPEND)
  }

  package func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
  }

  /// Sets the time of the last modification, in seconds since 1970.
  package func setModified(_ name: String, to seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path(name))
  }

  /// Changes bytes of a file in place, again until its times show it: some systems count time in ticks.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - offset: The offset of the bytes.
  ///   - modified: The time of modification to set afterwards, in seconds since 1970; `nil`, the default, for none.
  package func overwrite(
    _ name: String, at offset: Int64, _ bytes: [UInt8], settingModified modified: Double? = nil
  )
    throws
  {
    let first = try FileStatus(ofFileAt: path(name)).changed
    repeat {
      try Descriptor.open(path(name), flags: O_RDWR).write(bytes.span, at: offset)
      if let modified { try setModified(name, to: modified) }
    } while try FileStatus(ofFileAt: path(name)).changed == first
  }

  package func contents(_ name: String) throws -> [UInt8] {
    // Not with `Data(contentsOf:)`, which leaks memory if the file is empty.
    let file = try Descriptor.open(path(name), flags: O_RDONLY)
    let byteCount = Int(try file.status().byteCount)
    var bytes: [UInt8] = []
    while true {
      let before = bytes.count
      try bytes.append(addingCapacity: max(0, byteCount - before) + 1) { try file.read(into: &$0) }
      if bytes.count == before { return bytes }
    }
  }

  /// Returns the names of the directory's items, in no particular order.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }
}
