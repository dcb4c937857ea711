internal import ArgumentParser
internal import Sluice

struct UploadFilesCommand: AsyncParsableCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload-files", abstract: "Upload many files, alone or with other machines.",
    usage: "sluice upload-files <manifest> --url <template> [--shard <n/count>] [-o <results>] [options]",
    discussion: """
      The manifest has a line of JSON for each file: its path, and optionally a URL and the fields of a form, such as \
      {"path":"2024/a.jpg","fields":[["album","Madeira"]]}. Paths are relative to the folder of the manifest, and \
      cannot leave it: symbolic links are not followed. Other members are ignored.

      Each file is sent with PUT, or with --part as a part of a form with POST. Each file that the server has accepted \
      is a line of JSON, after one that says what the results belong to. With -o, the lines are added to a file, and the \
      files that it has already are not sent again, unless their size or modification time has changed: after an error, \
      or on another machine, repeat the command. A file that has other content, or the results of another manifest, \
      --url, --part or -X, is refused and stays as it is. With --shard, several machines send one manifest, each with \
      its own results.

      A file that fails does not end the others. The exit code is that of the first failure.
      """)

  @Argument(help: "The manifest.") var manifest: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The URL of files whose line has none. {path} is replaced with the path, percent-encoded.",
      valueName: "template"), transform: targetURL)
  var url: String?

  @Option(help: "Which of how many shards to send, such as 3/16. Defaults to all files.")
  var shard = Shard(number: 1, count: 1)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Send each file in a form, as the part with this name.", valueName: "name"))
  var part: String?

  @Option(
    name: [.customShort("X"), .customLong("request")], parsing: .unconditional,
    help: "The request method; PUT by default, or POST with --part.")
  var method: String?

  @Option(help: ArgumentHelp("The maximum number of simultaneous requests.", valueName: "files"))
  var parallel = 4

  @Option(help: ArgumentHelp("The number of failures after which no other file is sent.", valueName: "files"))
  var maxFailures = 100

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp("The file to add the results to.", valueName: "file"))
  var output: String?

  @OptionGroup var head: FieldOptions

  @OptionGroup var transfer: TransferOptions

  func check() throws {
    if parallel < 1 || parallel > 1000 { throw ValidationError("--parallel takes 1 to 1000") }
    if maxFailures < 1 { throw ValidationError("--max-failures takes at least 1") }
    if transfer.include { throw ValidationError("-i is for a single response") }
    if let url, part == nil, !url.contains(Manifest.placeholder) {
      throw ValidationError(
        "--url needs {path}, or all files would be sent to one URL; --part sends them in forms")
    }
  }

  func run() async throws {
    let method = try HTTPRequest.Method(argument: method ?? (part == nil ? "PUT" : "POST"))
    try transfer.checkFiles([("-o", output)], reading: [self.manifest], head)
    // Before a cookie jar is created, which may be a file of the manifest.
    let manifest = try Manifest(
      manifest, template: url, method, part: part, shard: shard,
      outputs: ["/dev/stdout", "/dev/stderr"] + [output, transfer.writtenCookies].compactMap(\.self))
    var configuration = try transfer.resumableConfiguration(head)
    configuration.redirects.keepMethod()
    let session = Session(configuration)
    let upload = FilesUpload(session, method, part: part, fields: try head.fields())
    let results = try FileResults(output, of: manifest)
    let failures = Failures(upTo: maxFailures)
    try await transfer.showingProgress { bar in
      try await send(manifest.unsent(after: results), with: upload, to: results, failures) { count in
        bar.show(count, of: manifest.shardCount)
      }
    }
    try await results.synchronize()
    await session.invalidate()
    if let first = failures.first { throw ExitCode(first.status.rawValue) }
  }

  /// Sends all files, several at a time.
  private func send(
    _ files: UnsentFiles, with upload: FilesUpload, to results: FileResults, _ failures: Failures,
    didSend: @escaping @Sendable (_ count: Int) -> Void
  ) async throws {
    try await withWorkers(parallel) { _ in
      while failures.areFew, let file = try files.next() {
        do {
          didSend(try await results.add(upload.send(file)))
        } catch is CancellationError {
          throw CancellationError()
        } catch let failure as Failure where failure.code == "write-failed" {
          throw failure
        } catch {
          failures.add(Failure(error).naming(file))
        }
      }
    }
    try Task.checkCancellation()
  }
}

/// The files that could not be sent.
private final class Failures: Sendable {
  private let limit: Int
  private let state = Lock<(first: Failure?, count: Int)>((nil, 0))

  init(upTo limit: Int) { self.limit = limit }

  var first: Failure? { state.withLock { $0.first } }
  /// Whether further files are sent.
  var areFew: Bool { state.withLock { $0.count < limit } }

  /// Prints a failure, and counts it.
  func add(_ failure: Failure) {
    failure.report()
    state.withLock { $0 = ($0.first ?? failure, $0.count + 1) }
  }
}

extension Failure {
  /// Returns the failure with the path of a file, unless its message begins with it.
  fileprivate func naming(_ file: FileToSend) -> Failure {
    message.hasPrefix(file.location) ? self : Failure(status, code, "\(file.path): \(message)")
  }
}
