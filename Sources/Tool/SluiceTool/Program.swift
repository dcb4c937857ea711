package import ArgumentParser
internal import CMalloc
internal import Glibc
internal import Logging
internal import Sluice
internal import Synchronization

/// The tool as a process: its arguments, signals and exit code.
package enum Program {
  /// The first signal that requested the end of the process, or `nil` if there was none.
  private static let interruption = Mutex<Int32?>(nil)
  /// The number of running operations that must clean up before the process ends.
  private static let unfinished = Atomic(0)

  /// Runs the tool.
  package static func main() -> Never { main(SluiceCommand.self) }

  /// Runs a command in a task, while the main thread waits for signals.
  ///
  /// This is not an async `main`, which would end the main thread by unwinding it, and thereby read the frame tables of
  /// the whole program into memory.
  ///
  /// - Parameter root: The tool, possibly with more commands.
  package static func main<Root: ParsableCommand>(_ root: Root.Type) -> Never {
    // An arena keeps memory that its threads have freed. The threads of the tool allocate too rarely to need several.
    sluice_limit_arenas(1)
    // A buffer that is mapped takes memory only for the pages that are used, and returns it when it is freed.
    sluice_map_blocks(128 << 10)
    fillStandardDescriptors()
    // A closed pipe and the file size limit must become errors of a write, instead of ending the process.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    // If its parent ignores this one, the system would forget how the programs that it runs have ended.
    signal(SIGCHLD, SIG_DFL)
    guard !CommandLine.arguments.isEmpty else {
      // Swift reads them from there. Without them, any command would print the help, and succeed. This comes before the
      // first task, because libdispatch, which runs tasks, reads /proc too, and ends the process if it cannot.
      Failure.exit(
        with: Failure(
          .inputOutput, "arguments-missing", "the arguments cannot be read from /proc/self/cmdline"), of: root
      )
    }
    if root == SluiceCommand.self {
      do { try CorpusProgram.takeOver() } catch { Failure.exit(with: error, of: root) }
    }
    if let position = CommandLine.changedArgument {
      // The argument, which may be a secret, is not printed.
      Failure.exit(with: Failure(.usage, "usage", "argument \(position) is not UTF-8"), of: root)
    }
    do throws(SystemError) {
      try checkThreads()
    } catch {
      Failure.exit(
        with: Failure(.inputOutput, "out-of-resources", "no more threads can be started: \(error)"), of: root)
    }
    // Threads inherit the mask, so it is set before there are any. Swift's runtime may handle the last one, and go on.
    let signals = block([SIGINT, SIGTERM, SIGHUP, SIGQUIT])

    let task = Task.detached { await run(root) }
    let first = wait(for: signals)
    interruption.withLock { $0 = first }
    // The command has 3 seconds to clean up, in case it is blocked in a write. A second signal ends it immediately.
    task.cancel()
    let start = ContinuousClock.now
    var last = first
    while let next = wait(for: signals, until: start + .seconds(3)) {
      if unfinished.load(ordering: .acquiring) > 0 { continue }
      // `timeout` signals a process, and then its group, which it belongs to.
      if next == first, ContinuousClock.now < start + .milliseconds(250) { continue }
      last = next
      break
    }
    PasswordPrompt.restore()
    _exit(128 + last)
  }

  /// Checks that there can be as many threads as a command may need at once. libdispatch, which runs tasks, waits
  /// without end for a thread that the system refuses, and so do calls that block.
  private static func checkThreads() throws(SystemError) {
    // Those of tasks, that of transfers, and two that block.
    let count = min(sysconf(CInt(_SC_NPROCESSORS_ONLN)), 8) + 3
    let hasStartedAll = Lock(())
    var threads: [SystemThread] = []
    defer { for thread in threads { thread.join() } }
    try hasStartedAll.withLock { _ throws(SystemError) in
      for _ in 0..<count { threads.append(try SystemThread { hasStartedAll.withLock { _ in } }) }
    }
  }

  /// Notes that work has begun that must clean up before the process ends, so that a second signal does not end it
  /// immediately. ``endCleaningUp()`` follows.
  package static func beginCleaningUp() { unfinished.add(1, ordering: .acquiringAndReleasing) }

  package static func endCleaningUp() { unfinished.subtract(1, ordering: .acquiringAndReleasing) }

  private static func run<Root: ParsableCommand>(_ root: Root.Type) async -> Never {
    // Suppresses the library's warning about --insecure, which the user has chosen. Errors are printed, such as that
    // of a cookie jar that cannot be written any more.
    LoggingSystem.bootstrap { _ in PlainLogHandler(logLevel: .error) }
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      try root.checkSubcommand(in: arguments[...])
      if let help = root.helpOfDefault(for: arguments) {
        try printLine(help)
        exit(0)
      }
      var command = try root.parseAsRoot(FormOptions.joining(arguments, for: root))
      if var checked = command as? any CheckedCommand {
        try checked.check()
        command = checked
      }
      if var command = command as? any AsyncParsableCommand {
        // Most of what has run so far, in the loader and to parse arguments, is not used by a transfer.
        MappedFiles.release()
        try await command.run()
      } else {
        try command.run()
      }
      try OutputFile(nil).commit()
    } catch  where interruption.withLock({ $0 == nil }) {
      Failure.exit(with: error, of: root)
    } catch {}
    let status = PlainLogHandler.hasLoggedErrors ? Failure.Status.inputOutput.rawValue : 0
    exit(interruption.withLock { $0.map { 128 + $0 } } ?? status)
  }
}

extension Failure {
  /// Prints an error and ends the process.
  fileprivate static func exit(with error: any Error, of root: (some ParsableCommand).Type) -> Never {
    // The argument parser reports requests for help and the version as errors, too.
    let parserCode = root.exitCode(for: error)
    do throws(Failure) {
      if parserCode == .success {
        try printLine(root.fullMessage(for: error))
        Glibc.exit(0)
      }
      if let code = error as? ExitCode { Glibc.exit(code.rawValue) }
      throw parserCode == .validationFailure
        ? Failure(.usage, "usage", message(for: error, of: root)) : Failure(error)
    } catch {
      error.report()
      Glibc.exit(error.status.rawValue)
    }
  }

  /// Returns the parser's message about wrong usage. It quotes options that it does not know, and a value may be
  /// attached to them: `-uNAME:PASSWORD`.
  private static func message(for error: any Error, of root: (some ParsableCommand).Type) -> String {
    var message = root.message(for: error)
    for argument in CommandLine.arguments where !argument.hasPrefix("--") && argument.utf8.count > 2 {
      if argument.hasPrefix("-") { message.replace("'\(argument)'", with: "'\(argument.prefix(2))…'") }
    }
    return message
  }
}
