internal import FoundationEssentials
internal import Glibc
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool
internal import Synchronization

/// Gives the inputs of a corpus to a program, several at a time.
///
/// Each job is a thread of its own, because waiting for a program blocks it. The tasks' own threads are as many as the
/// processors, and the shared threads of the library are for short work.
struct CorpusRun: Sendable {
  let program: ParserProgram
  /// Whether the standard output of a process for one input is the result, as JSON.
  let readsResult: Bool
  let jobCount: Int

  /// Runs the program over the inputs.
  ///
  /// - Returns: The inputs in order, each with what the program has done.
  /// - Throws: ``Failure``; `CancellationError` when all processes have ended and all files are removed.
  func judge(_ entries: [Corpus.Entry]) async throws -> [JudgedInput] {
    Program.beginCleaningUp()
    defer { Program.endCleaningUp() }
    let folder = try InputFolder()
    defer { folder.remove() }
    let progress = Progress(entries, jobCount: jobCount)
    try await withTaskCancellationHandler {
      // Not resumed by cancellation: the jobs end their processes first.
      await withCheckedContinuation { continuation in
        progress.start(continuation)
        for _ in 0..<jobCount {
          do throws(SystemError) {
            try SystemThread {
              work(on: progress, in: folder)
              progress.endJob()
            }.detach()
          } catch {
            progress.fail(Failure(.inputOutput, "thread", "\(error)"))
            progress.endJob()
          }
        }
      }
      try Task.checkCancellation()
    } onCancel: {
      progress.stop()
    }
    return try progress.result()
  }

  private func work(on progress: Progress, in folder: InputFolder) {
    // After an error, its process ends with the runner, when this function returns.
    let runner = ProgramRunner(program, readsResult: readsResult) { progress.isStopped }
    var last: (index: Int, entry: Corpus.Entry)?
    func noteLateFailure() {
      guard let last, let failure = runner.takeLateFailure() else { return }
      progress.finish(last.index, JudgedInput(last.entry, failure))
    }
    do {
      while let (index, entry) = progress.next() {
        let observation = try folder.withFile(of: entry) { try runner.run(entry, at: $0) }
        noteLateFailure()
        progress.finish(index, JudgedInput(entry, observation))
        last = (index, entry)
      }
      runner.finish()
      noteLateFailure()
    } catch let error as SystemError {
      let message = "\(program.words.first ?? ""): \(error)"
      progress.fail(
        error.isOfResources
          ? Failure(.inputOutput, "\(ErrorCode.outOfResources)", message)
          : Failure(.inputMissing, "program", message))
    } catch {
      progress.fail(error)
    }
  }
}

/// What the jobs of a run share.
private final class Progress: Sendable {
  private struct State {
    var nextIndex = 0
    var judged: [JudgedInput?]
    var error: (any Error)?
    var jobCount: Int
    var continuation: CheckedContinuation<Void, Never>?
  }

  private let entries: [Corpus.Entry]
  private let state: Mutex<State>
  private let stopped = Atomic(false)

  init(_ entries: [Corpus.Entry], jobCount: Int) {
    self.entries = entries
    state = Mutex(State(judged: Array(repeating: nil, count: entries.count), jobCount: jobCount))
  }

  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  func stop() { stopped.store(true, ordering: .relaxed) }

  func start(_ continuation: CheckedContinuation<Void, Never>) {
    state.withLock { $0.continuation = continuation }
  }

  func next() -> (Int, Corpus.Entry)? {
    if isStopped { return nil }
    return state.withLock { state in
      guard state.nextIndex < entries.count else { return nil }
      defer { state.nextIndex += 1 }
      return (state.nextIndex, entries[state.nextIndex])
    }
  }

  func finish(_ index: Int, _ input: JudgedInput) { state.withLock { $0.judged[index] = input } }

  func fail(_ error: any Error) {
    stop()
    state.withLock { state in state.error = state.error ?? error }
  }

  func endJob() {
    let continuation = state.withLock { state in
      state.jobCount -= 1
      return state.jobCount == 0 ? state.continuation.take() : nil
    }
    continuation?.resume()
  }

  func result() throws -> [JudgedInput] {
    try state.withLock { state in
      if let error = state.error { throw error }
      return state.judged.compactMap { $0 }
    }
  }
}

/// A temporary folder for the files of inputs.
struct InputFolder: Sendable {
  private let path: String

  init() throws(Failure) { path = try makeTemporaryFolder(prefix: "sluice-corpus-") }

  /// Removes the folder with all that programs have created in it. Links are removed, not followed.
  ///
  /// If that fails, a line on standard error says so.
  func remove() {
    let manager = FileManager.default
    do {
      try manager.removeItem(atPath: path)
    } catch {
      // A program may have taken the access to a folder away.
      var folders = [path]
      while let folder = folders.popLast() {
        try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] {
          let item = "\(folder)/\(name)"
          let type = (try? manager.attributesOfItem(atPath: item))?[.type] as? FileAttributeType
          if type == .typeDirectory { folders.append(item) }
        }
      }
      do { try manager.removeItem(atPath: path) } catch {
        printError("note: \(path) cannot be removed")
      }
    }
  }

  /// Creates a file with the bytes and the name of an input, and removes it after the call.
  func withFile<Result>(of entry: Corpus.Entry, _ body: (String) throws -> Result) throws -> Result {
    let path = "\(path)/\(entry.name.replacing("/", with: "-"))"
    var file: Descriptor?
    // A program may have put something else in its place.
    defer { file?.removeName(path) }
    do throws(SystemError) {
      file = try Descriptor.create(path)
      if let file {
        try file.write(entry.bytes.span)
        try checkWrites(to: file.rawValue)
      }
    } catch {
      throw Failure.writing(path, error)
    }
    return try body(path)
  }
}

extension SystemError {
  /// Whether the system lacks descriptors, processes or memory.
  var isOfResources: Bool { [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(number) }
}
