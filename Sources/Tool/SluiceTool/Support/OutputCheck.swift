internal import Sluice

/// Checks that a command reads no stream twice, writes to no file or FIFO that it reads, under any of its names, and
/// to no file twice.
///
/// Standard output and standard error are outputs, too. An option may name one of them itself, such as `/dev/stdout`.
///
/// - Parameters:
///   - outputs: The options that name files to write, with their values.
///   - inputs: The paths of files to read. Standard input is `/dev/stdin`.
///   - form: The paths of files to read for a form. Defaults to none.
///   - folder: A folder that the command uses, and in which it writes nothing else, with what it is. Defaults to `nil`.
/// - Throws: ``Failure`` with the code `usage`, or `form` for a stream that is read twice for a form.
package func checkOutputs(
  _ outputs: [(String, String?)], reading inputs: [String?], form: [String] = [],
  outside folder: (name: String, path: String)? = nil
) throws(Failure) {
  let inputs = inputs.compactMap(\.self)
  if form.count + inputs.count > 1 {
    var streams = ReadStreams()
    for path in form { try streams.insert(path, code: "form") }
    for path in inputs { try streams.insert(path, code: "usage") }
  }
  let printsToFile = isRegularFile(standardOutput)
  // There may be thousands of inputs.
  guard printsToFile || outputs.contains(where: { $0.1 != nil }) else { return }
  var used = UsedFiles(existing: form + inputs)
  if printsToFile, used.contains(standardOutput) {
    throw Failure(.usage, "usage", "standard output is the file that the command reads")
  }
  let standard = UsedFiles(existing: [standardOutput, "/dev/stderr"])
  let prefix = folder.map { resolvedPath($0.path) + "/" }
  for case (let option, let path?) in outputs {
    let isStandard = Descriptor.inherited(at: path) == nil && standard.contains(path)
    // Devices, such as `/dev/null`, may be named twice.
    if isStandard || !isSpecialFile(path) && used.contains(path) || isPipe(path, among: form + inputs) {
      throw Failure(.usage, "usage", "\(option) is the file \(path), which the command also reads or writes")
    }
    if let folder, let prefix, "\(resolvedPath(path))/".hasPrefix(prefix) {
      throw Failure(.usage, "usage", "\(option) is in the folder of the \(folder.name): \(path)")
    }
    used.insert(path)
  }
}

private let standardOutput = "/dev/stdout"

/// Returns whether a path names a FIFO that is one of the inputs. Its end would never come.
private func isPipe(_ path: String, among inputs: [String]) -> Bool {
  guard let pipe = FileNumber(ofPipe: path) else { return false }
  return inputs.contains { FileNumber(ofPipe: $0) == pipe }
}

/// The streams that a command reads, under any of their names. Each can be read for one purpose; a second one would get
/// nothing.
private struct ReadStreams {
  private let standardInput = FileNumber(ofStream: "/dev/stdin")
  private var readsStandardInput = false
  private var others: Set<FileNumber> = []

  mutating func insert(_ path: String, code: String) throws(Failure) {
    let stream = FileNumber(ofStream: path)
    if path == "/dev/stdin" || stream != nil && stream == standardInput {
      if readsStandardInput { throw Failure(.usage, code, "standard input can be read only once") }
      readsStandardInput = true
    } else if let stream, !others.insert(stream).inserted {
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
