internal import Sluice

/// Checks that a command reads no stream twice, writes to no file that it reads, under any of its names, and to none
/// twice.
///
/// Standard output is one of the outputs.
///
/// - Parameters:
///   - outputs: The options that name files to write, with their values.
///   - inputs: The paths of files to read. Standard input is `/dev/stdin`.
///   - cache: The folder of a cache that the command uses, in which it writes nothing else, or `nil` for none.
///   - outbox: The folder of an outbox, in the same way.
/// - Throws: ``Failure`` with the code `usage`.
package func checkOutputs(
  _ outputs: KeyValuePairs<String, String?>, reading inputs: [String?], besideCache cache: String? = nil,
  besideOutbox outbox: String? = nil
) throws(Failure) {
  let inputs = inputs.compactMap(\.self)
  try checkStreams(inputs)
  try checkWrites(outputs, reading: inputs, besideCache: cache, besideOutbox: outbox)
}

/// Does the checks of ``checkOutputs(_:reading:besideCache:besideOutbox:)`` for inputs whose streams have been checked.
/// They are needed only if something is written to a file.
func checkWrites(
  _ outputs: KeyValuePairs<String, String?>, reading inputs: @autoclosure () -> [String],
  besideCache cache: String? = nil, besideOutbox outbox: String? = nil
) throws(Failure) {
  let printsToFile = isRegularFile("/dev/stdout")
  // There may be thousands of inputs.
  guard printsToFile || outputs.contains(where: { $0.value != nil }) else { return }
  var used = UsedFiles(existing: inputs())
  if printsToFile, used.contains("/dev/stdout") {
    throw Failure(.usage, "usage", "standard output is the file that the command reads")
  }
  let folders = [("cache", cache), ("outbox", outbox)].compactMap { name, path in
    path.map { (name, resolvedPath($0) + "/") }
  }
  for case (let option, let path?) in outputs {
    // Devices, such as `/dev/null`, may be named twice.
    if !isSpecialFile(path), used.contains(path) {
      throw Failure(.usage, "usage", "\(option) is the file \(path), which the command also reads or writes")
    }
    for (name, folder) in folders where "\(resolvedPath(path))/".hasPrefix(folder) {
      throw Failure(.usage, "usage", "\(option) is in the folder of the \(name): \(path)")
    }
    used.insert(path)
  }
}

/// Checks that no stream, under any of its names, is read for two purposes. The second one would get nothing.
///
/// - Parameters:
///   - paths: The paths that are read. Standard input is `/dev/stdin`.
///   - code: The code of the failure. Defaults to `usage`.
func checkStreams(_ paths: [String], code: String = "usage") throws(Failure) {
  guard paths.count > 1 else { return }
  let standardInput = FileNumber(ofStream: "/dev/stdin")
  var readsStandardInput = false
  var streams: Set<FileNumber> = []
  for path in paths {
    let stream = FileNumber(ofStream: path)
    if path == "/dev/stdin" || stream != nil && stream == standardInput {
      if readsStandardInput { throw Failure(.usage, code, "standard input can be read only once") }
      readsStandardInput = true
    } else if let stream, !streams.insert(stream).inserted {
      throw Failure(.usage, code, "\(path) can be read only once")
    }
  }
}

/// Returns whether a path names standard input, such as `/dev/fd/0`. A regular file has its own path, too.
func isStandardInput(_ path: String) -> Bool {
  if path == "/dev/stdin" { return true }
  guard let stream = FileNumber(ofStream: path) else { return false }
  return stream == FileNumber(ofStream: "/dev/stdin")
}

/// Files that a command reads or writes, which need not exist yet.
struct UsedFiles: Sendable {
  private var numbers: [FileNumber]
  private var paths: [String]

  init(_ paths: [String]) { (numbers, self.paths) = (paths.compactMap { FileNumber(of: $0) }, paths) }

  /// Creates a list of those files that exist.
  init(existing paths: [String]) {
    self.init(paths)
    self.paths = []
  }

  mutating func insert(_ path: String) {
    if let number = FileNumber(of: path) { numbers.append(number) }
    paths.append(path)
  }

  /// Returns whether a path names one of the files, under any of its names. One that does not exist has only its path.
  func contains(_ path: String) -> Bool {
    if let number = FileNumber(of: path), numbers.contains(number) { return true }
    // Resolving a path takes several system calls.
    let name = name(of: path)
    return paths.contains { self.name(of: $0) == name && resolvedPath($0) == resolvedPath(path) }
  }

  private func name(of path: String) -> String { (try? DestinationPath(path))?.name ?? path }
}

/// Returns a path without links and dots, as far as it exists.
private func resolvedPath(_ path: String) -> String {
  if let real = realPath(path) { return real }
  guard let divided = try? DestinationPath(path), divided.folder != path else { return path }
  return divided.name.isEmpty
    ? resolvedPath(divided.folder) : "\(resolvedPath(divided.folder))/\(divided.name)"
}
