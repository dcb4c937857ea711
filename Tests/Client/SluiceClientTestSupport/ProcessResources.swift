import FoundationEssentials
import Glibc
import SluiceBody

/// The resources of this process, as Linux reports them.
package enum ProcessResources {
  /// Returns the number of descriptors that are open on `path`.
  package static func descriptors(on path: String) throws -> Int {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: "/proc/self/fd").count { descriptor in
      // The descriptor of the directory itself is closed by now.
      (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) == path
    }
  }

  /// Returns the number of descriptors that wait for events, or wake such a wait.
  package static func eventDescriptors() throws -> Int {
    try descriptors(on: "anon_inode:[eventpoll]") + descriptors(on: "anon_inode:[eventfd]")
  }

  /// Returns the number of sockets that are connected to a port of 127.0.0.1.
  package static func connections(to port: UInt16) throws -> Int {
    let hexPort = String(port, radix: 16, uppercase: true)
    let peer = "0100007F:" + String(repeating: "0", count: 4 - hexPort.count) + hexPort
    return try text(of: "/proc/self/net/tcp").utf8.split(separator: UInt8(ascii: "\n")).count { line in
      // Most lines are connections of other processes, and there may be thousands.
      guard line.dropFirst(20).starts(with: peer.utf8) else { return false }
      let columns = line.split(separator: UInt8(ascii: " "))
      // A socket that its process has closed remains for a while, with the inode 0.
      return columns.count > 9 && !columns[9].elementsEqual("0".utf8)
    }
  }

  /// Returns the text of a file in `/proc`, of which Foundation reads only the first page.
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

  /// Returns the calling thread, as a path that exists as long as the thread.
  package static func currentThread() throws -> String {
    try "/proc/" + FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
  }

  package static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
