internal import ArgumentParser
internal import Glibc
internal import Logging
internal import Sluice
internal import Synchronization

@main
enum Main {
  /// The signal that asked for the end, if one has.
  private static let interruption = Mutex<Int32?>(nil)

  /// Runs the command in a task, while the main thread waits for signals. Not an async main: that would end the main
  /// thread by unwinding it, which reads the whole program's frame tables into memory.
  static func main() {
    fillStandardDescriptors()
    // A reader that has gone, and a file that may not grow, are errors of a write, not the end of the process.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { unsafe sigaddset(&signals, number) }
    // Blocked here, so in every thread that is made from here on.
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)

    let task = Task.detached { await run() }
    let first = wait(for: signals)
    interruption.withLock { $0 = first }
    // The command may clean up, unless it is held up by a write that nobody takes, or a second signal comes.
    task.cancel()
    _exit(128 + (wait(for: signals, atMost: 3) ?? first))
  }

  private static func run() async -> Never {
    // The library warns of --insecure, which who runs this has said himself.
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    do {
      var command = try SluiceCommand.parseAsRoot(
        FormOptions.joining(Array(CommandLine.arguments.dropFirst())))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch  where interruption.withLock({ $0 == nil }) {
      Failure.exit(with: error)
    } catch {}
    exit(interruption.withLock { $0.map { 128 + $0 } } ?? 0)
  }
}

struct SluiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sluice",
    abstract: "Multipart uploads in flat memory, and the parts they are made of.",
    discussion: """
      Exit codes: 0 done, 64 wrong usage, 65 input data refused, 66 input file missing, unreadable or changed, \
      69 peer unreachable, 70 a bug, 74 input/output error, 75 timed out, 76 peer broke the protocol, \
      77 not allowed, 78 response failed validation.
      """,
    version: Session.version,
    subcommands: [
      DemoCommand.self, UploadCommand.self, DownloadCommand.self, RequestCommand.self, MultipartCommand.self,
      HeaderCommand.self, QueryCommand.self, JSONCommand.self, PropertyListCommand.self, GzipCommand.self,
      GunzipCommand.self,
    ])
}
