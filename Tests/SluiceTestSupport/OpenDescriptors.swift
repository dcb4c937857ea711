import FoundationEssentials

/// Returns this process's open descriptors of the file at `path`, or of files within that directory.
package func openDescriptors(under path: String) throws -> [CInt] {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
    // A descriptor may be closed while its link is read.
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    return target == path || target?.hasPrefix(path + "/") == true
  }.compactMap { CInt($0) }
}

/// Returns the number of threads of this process.
package func threadCount() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
}
