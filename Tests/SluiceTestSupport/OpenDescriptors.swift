import FoundationEssentials

/// How many of this process's descriptors stand for the file at `path`, or for one within that directory.
package func openDescriptors(under path: String) throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count(where: { name in
    // Some are closed while this looks at them.
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    return target == path || target?.hasPrefix(path + "/") == true
  })
}

/// How many threads this process has.
package func threadCount() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
}
