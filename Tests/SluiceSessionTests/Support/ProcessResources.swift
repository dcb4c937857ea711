import FoundationEssentials
import Glibc
import SluiceBody

/// What this process holds, as Linux tells it.
enum ProcessResources {
  /// How many descriptors are open on `path`.
  static func descriptors(on path: String) throws -> Int {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: "/proc/self/fd").count { descriptor in
      // The one that reads the directory is gone by now.
      (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) == path
    }
  }

  /// How many descriptors wait for events, or wake those that do.
  static func eventDescriptors() throws -> Int {
    try descriptors(on: "anon_inode:[eventpoll]") + descriptors(on: "anon_inode:[eventfd]")
  }

  /// How many sockets are connected to a port of 127.0.0.1.
  static func connections(to port: UInt16) throws -> Int {
    let hexPort = String(port, radix: 16, uppercase: true)
    let peer = "0100007F:" + String(repeating: "0", count: 4 - hexPort.count) + hexPort
    return try text(of: "/proc/self/net/tcp").utf8.split(separator: UInt8(ascii: "\n")).count { line in
      // Most lines are others' connections, and there may be thousands.
      guard line.dropFirst(20).starts(with: peer.utf8) else { return false }
      let columns = line.split(separator: UInt8(ascii: " "))
      // A socket that its process has closed lingers on with the inode 0.
      return columns.count > 9 && !columns[9].elementsEqual("0".utf8)
    }
  }

  /// Foundation takes the first page of such a file for all of it.
  private static func text(of path: String) throws -> String {
    let descriptor = try Descriptor.open(path, flags: O_RDONLY)
    var bytes: [UInt8] = []
    var count = 0
    repeat {
      count = bytes.count
      try bytes.append(addingCapacity: 1 << 16) { output throws(SystemError) in
        try descriptor.read(into: &output)
      }
    } while bytes.count > count
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The calling thread, as a path that is gone when the thread is.
  static func currentThread() throws -> String {
    try "/proc/" + FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
