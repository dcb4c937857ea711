internal import FoundationEssentials
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// Gives inputs to a program, one at a time, on the calling thread.
protocol InputRunner {
  /// Gives an input to the program.
  ///
  /// - Parameters:
  ///   - entry: The input.
  ///   - path: The path of a file with its bytes.
  /// - Throws: `SystemError` if the program cannot be started; `CancellationError`.
  func run(_ entry: Corpus.Entry, at path: String) throws -> Observation
}

/// Starts the program for each input. Its exit status tells whether it has accepted the input.
struct ProcessPerInput: InputRunner {
  let program: ParserProgram
  /// Whether standard output is the result, as JSON.
  let readsResult: Bool
  let isStopped: @Sendable () -> Bool

  func run(_ entry: Corpus.Entry, at path: String) throws -> Observation {
    let start = ContinuousClock.now
    let process = try ChildProcess(
      program.words(path: path, contentType: entry.contentType),
      input: program.takesPath ? .nothing : .file(path: path), contentType: entry.contentType,
      keepingOutputUpTo: readsResult ? LineServer.maximumReplyByteCount : 0)
    let isInTime = process.wait(atMost: program.seconds, isStopped: isStopped)
    if !isInTime {
      if isStopped() { throw CancellationError() }
      // The end by this kill tells nothing about the program.
      process.killGroup()
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let (behavior, detail) =
      isInTime
      ? process.behavior(
        memoryLimit: program.memoryLimit, printed: readsResult ? result(of: process) : .nothing)
      : (.failed(.hung), "no end after \(program.seconds) s")
    return Observation(behavior: behavior, detail: detail, seconds: seconds, errors: process.errors.text)
  }

  private func result(of process: ChildProcess) -> Behavior.Printed {
    guard !process.output.isOverLimit,
      let value = try? JSON.Value(parsing: process.output.bytes, maximumDepth: LineServer.maximumDepth)
    else { return .notJSON }
    return .value(value)
  }
}

/// A temporary folder for the files of inputs.
struct InputFolder: Sendable {
  private let path: String

  init() throws(Failure) { path = try makeTemporaryFolder(prefix: "sluice-corpus-") }

  /// Removes the folder with all that programs have created in it. Links are removed, not followed.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Creates a file with the bytes and the name of an input, and removes it after the call.
  func withFile<Result>(of entry: Corpus.Entry, _ body: (String) throws -> Result) throws -> Result {
    let path = "\(path)/\(entry.name.replacing("/", with: "-"))"
    var file: Descriptor?
    // A program may have put something else in its place.
    defer { file?.removeName(path) }
    do throws(SystemError) {
      file = try Descriptor.create(path)
      try file?.write(entry.bytes.span)
    } catch {
      throw Failure.writing(path, error)
    }
    return try body(path)
  }
}
