import FoundationEssentials
import Glibc
package import SluiceBody

/// A directory that is removed with all that is in it when its owner lets go of it: a suite holds one for each test.
package final class TemporaryDirectory: Sendable {
  /// Without symbolic links, so that the system names what lies within it by the same path.
  package let path: String

  package init() throws {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = parent.appending(component: "sluice-tests-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of what has this name here, whether it is there or not.
  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes or overwrites a file.
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

  /// Opens what is there, to write behind its end. A FIFO is not waited for: it is its own reader until it is closed.
  package func openForWriting(_ name: String) throws -> Descriptor {
    try Descriptor.open(path(name), flags: O_RDWR | O_APPEND)
  }

  package func setPermissions(_ permissions: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
  }

  package func contents(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path(name))))
  }

  /// The names of what is here, in no order.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }
}
