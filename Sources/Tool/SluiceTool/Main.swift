internal import ArgumentParser
internal import CMalloc
internal import Glibc
internal import Logging
internal import Sluice
internal import Synchronization

/// The entry point of the tool.
@main
enum Main {
  /// The first signal that requested the end of the process, or `nil` if there was none.
  private static let interruption = Mutex<Int32?>(nil)

  /// Runs the command in a task, while the main thread waits for signals.
  ///
  /// This is not an async `main`, which would end the main thread by unwinding it, and thereby read the frame tables of
  /// the whole program into memory.
  static func main() {
    // An arena keeps memory that its threads have freed. The threads of the tool allocate too rarely to need several.
    sluice_limit_arenas(1)
    // A buffer that is mapped takes memory only for the pages that are used, and returns it when it is freed.
    sluice_map_blocks(128 << 10)
    fillStandardDescriptors()
    // A closed pipe and the file size limit must become errors of a write, instead of ending the process.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    guard !CommandLine.arguments.isEmpty else {
      // Swift reads them from there. Without them, any command would print the help, and succeed. This comes before the
      // first task, because libdispatch, which runs tasks, reads /proc too, and ends the process if it cannot.
      Failure.exit(
        with: Failure(
          .inputOutput, "arguments-missing", "the arguments cannot be read from /proc/self/cmdline"))
    }
    if let position = CommandLine.changedArgument {
      // The argument, which may be a secret, is not printed.
      Failure.exit(with: Failure(.usage, "usage", "argument \(position) is not UTF-8"))
    }
    // Threads inherit the mask, so it is set before there are any.
    let signals = block([SIGINT, SIGTERM, SIGHUP])

    let task = Task.detached { await run() }
    let first = wait(for: signals)
    interruption.withLock { $0 = first }
    // The command has 3 seconds to clean up, in case it is blocked in a write. A second signal ends it immediately.
    task.cancel()
    let last = wait(for: signals, atMost: 3) ?? first
    PasswordPrompt.restore()
    _exit(128 + last)
  }

  private static func run() async -> Never {
    // Suppresses the library's warning about --insecure, which the user has chosen. Errors are printed, such as that
    // of a cookie jar that cannot be written any more.
    LoggingSystem.bootstrap { _ in PlainLogHandler(logLevel: .error) }
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      try SluiceCommand.checkSubcommand(in: arguments[...])
      var command = try SluiceCommand.parseAsRoot(FormOptions.joining(arguments, for: SluiceCommand.self))
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
      Failure.exit(with: error)
    } catch {}
    let status = PlainLogHandler.hasLoggedErrors ? Failure.Status.inputOutput.rawValue : 0
    exit(interruption.withLock { $0.map { 128 + $0 } } ?? status)
  }
}

extension Failure {
  /// Prints an error and ends the process.
  fileprivate static func exit(with error: any Error) -> Never {
    // The argument parser reports requests for help and the version as errors, too.
    let parserCode = SluiceCommand.exitCode(for: error)
    do throws(Failure) {
      if parserCode == .success {
        try printLine(SluiceCommand.fullMessage(for: error))
        Glibc.exit(0)
      }
      if let code = error as? ExitCode { Glibc.exit(code.rawValue) }
      throw parserCode == .validationFailure
        ? Failure(.usage, "usage", message(for: error)) : Failure(error)
    } catch {
      error.report()
      Glibc.exit(error.status.rawValue)
    }
  }

  /// Returns the parser's message about wrong usage. It quotes options that it does not know, and a value may be
  /// attached to them: `-uNAME:PASSWORD`.
  private static func message(for error: any Error) -> String {
    var message = SluiceCommand.message(for: error)
    for argument in CommandLine.arguments where !argument.hasPrefix("--") && argument.utf8.count > 2 {
      if argument.hasPrefix("-") { message.replace("'\(argument)'", with: "'\(argument.prefix(2))…'") }
    }
    return message
  }
}
