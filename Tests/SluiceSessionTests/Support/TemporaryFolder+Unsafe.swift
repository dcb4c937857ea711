import FoundationEssentials
import Glibc

/// A folder of its own, removed with all that is in it. Unsafe are the paths that it hands to the system, each for the
/// time of the call.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = "/tmp/sluice-test-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a new file.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  /// The path of a new file of zeros, which take no space on the disk.
  func sparseFile(_ name: String, byteCount: Int64) throws -> String {
    let file = try file(name, [])
    try resize(file, to: byteCount)
    return file
  }

  func resize(_ file: String, to byteCount: Int64) throws {
    guard unsafe truncate(file, off_t(byteCount)) == 0 else { throw SystemCallFailed(number: errno) }
  }

  func remove(_ file: String) throws {
    try FileManager.default.removeItem(atPath: file)
  }

  /// The path of a new FIFO.
  func fifo(_ name: String) throws -> String {
    let file = "\(path)/\(name)"
    guard unsafe mkfifo(file, 0o600) == 0 else { throw SystemCallFailed(number: errno) }
    return file
  }
}

struct SystemCallFailed: Error { let number: CInt }
