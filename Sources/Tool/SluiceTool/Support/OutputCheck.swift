internal import Glibc
internal import Sluice
internal import SluiceSupport

/// Checks that a command reads no stream twice, writes to no file or FIFO that it reads, under any of its names, and
/// to no file twice.
///
/// Standard output and standard error are outputs, too. An option may name one of them itself, such as `/dev/stdout`.
///
/// - Parameters:
///   - outputs: The options that name files to write, with their values.
///   - inputs: The paths of files to read. Standard input is `/dev/stdin`.
///   - form: The paths of files to read for a form. Defaults to none.
///   - folder: A folder that the command uses, and in which it writes nothing else, with what it is. Standard output
///     and standard error must not be in it, either. Defaults to `nil`.
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
  let printed = StandardStream.allCases.filter { isRegularFile($0.path) }
  // There may be thousands of inputs.
  guard !printed.isEmpty || outputs.contains(where: { $0.1 != nil }) else { return }
  var used = UsedFiles(existing: form + inputs)
  let place = folder.flatMap { FilePlace(resolving: $0.path) }
  try check(printed) { path in
    if used.contains(path) { return "is the file that the command reads" }
    guard let folder, place?.contains(path) == true else { return nil }
    return "is in the folder of the \(folder.name)"
  }
  let standard = UsedFiles(existing: StandardStream.allCases.map(\.path))
  for case (let option, let path?) in outputs {
    let isStandard = Descriptor.inherited(at: path) == nil && standard.contains(path)
    // Devices, such as `/dev/null`, may be named twice.
    if isStandard || !isSpecialFile(path) && used.contains(path) || isPipe(path, among: form + inputs) {
      throw Failure(.usage, "usage", "\(option) is the file \(path), which the command also reads or writes")
    }
    if let folder, place?.contains(path) == true {
      throw Failure(.usage, "usage", "\(option) is in the folder of the \(folder.name): \(path)")
    }
    used.insert(path)
  }
}

/// Checks the streams that are regular files.
///
/// - Parameter problem: Returns why a path must not be written to, or `nil` if it may.
/// - Throws: ``Failure``, which is not reported in such a file, but on the other stream, or nowhere.
private func check(_ printed: [StandardStream], _ problem: (String) -> String?) throws(Failure) {
  for stream in printed {
    guard let text = problem(stream.path) else { continue }
    throw Failure(.usage, "usage", "\(stream.name) \(text)").reported { problem($0) == nil }
  }
}

extension Failure {
  /// Returns the failure, to be reported on standard error, otherwise on standard output, or nowhere.
  ///
  /// - Parameter isAllowed: Whether the file of a stream, if it is one, may be written to.
  func reported(where isAllowed: (String) -> Bool) -> Failure {
    var failure = self
    let streams = [StandardStream.error, .output].filter { !isRegularFile($0.path) || isAllowed($0.path) }
    failure.reportDescriptor = streams.first?.descriptor
    return failure
  }
}

/// A stream that a command writes to without being told to.
private enum StandardStream: CaseIterable {
  case output, error

  var path: String { self == .output ? "/dev/stdout" : "/dev/stderr" }
  var name: String { self == .output ? "standard output" : "standard error" }
  var descriptor: CInt { self == .output ? STDOUT_FILENO : STDERR_FILENO }
}

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
    if isNameOfStandardInput(path) || stream != nil && stream == standardInput {
      if readsStandardInput { throw Failure(.usage, code, "standard input can be read only once") }
      readsStandardInput = true
    } else if let stream, !others.insert(stream).inserted {
      throw Failure(.usage, code, "\(path) can be read only once")
    }
  }
}

/// Returns whether a path is a name of standard input, of any kind.
private func isNameOfStandardInput(_ path: String) -> Bool {
  ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path)
}

/// Returns whether a path names standard input, such as `/dev/fd/0`. A regular file has its own path, too.
func isStandardInput(_ path: String) -> Bool {
  if isNameOfStandardInput(path) { return true }
  guard let stream = FileNumber(ofStream: path) else { return false }
  return stream == FileNumber(ofStream: "/dev/stdin")
}

/// Files that a command reads or writes, which need not exist yet.
struct UsedFiles: Sendable {
  private var numbers: Set<FileNumber> = []
  /// By their names, without the difference of case.
  private var paths: [String: [String]] = [:]

  init(_ paths: [String]) {
    for path in paths { insert(path) }
  }

  /// Creates a list of those files that exist.
  init(existing paths: [String]) { numbers = Set(paths.compactMap { FileNumber(of: $0) }) }

  mutating func insert(_ path: String) {
    if let number = FileNumber(of: path) { numbers.insert(number) }
    paths[name(of: path), default: []].append(path)
  }

  /// Returns whether a path names one of the files, under any of its names. One that does not exist has only its path.
  func contains(_ path: String) -> Bool {
    if let number = FileNumber(of: path), numbers.contains(number) { return true }
    return namesake(of: path) != nil
  }

  /// Returns the inserted path that is another spelling of a path, or `nil`.
  func namesake(of path: String) -> String? {
    // Finding a place takes several system calls.
    paths[name(of: path)]?.first { other in
      FilePlace(other).map { $0.isSame(as: FilePlace(path)) } ?? (other == path)
    }
  }

  private func name(of path: String) -> String { ((try? DestinationPath(path))?.name ?? path).lowercased() }
}
