import FoundationEssentials

/// This process's descriptors that stand for the file at `path`, or for one within that directory.
package func openDescriptors(under path: String) throws -> [CInt] {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { name in
    // Some are closed while this looks at them.
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    return target == path || target?.hasPrefix(path + "/") == true
  }.compactMap { CInt($0) }
}

/// How many threads this process has.
package func threadCount() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
}
