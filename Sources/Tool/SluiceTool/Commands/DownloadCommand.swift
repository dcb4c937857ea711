internal import ArgumentParser
internal import Sluice
internal import SluiceSupport

struct DownloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Download files, or a file with other machines.",
    discussion: """
      Without a subcommand, downloads files to this machine: `sluice download --help` has the options. With \
      `plan`, `segments` and `finish`, any number of machines that share a file system download one file.
      """,
    subcommands: [Files.self, Plan.self, Segments.self, Finish.self], defaultSubcommand: Files.self)
}

extension DownloadCommand {
  struct Files: AsyncParsableCommand, CheckedCommand {
    static let configuration = CommandConfiguration(
      commandName: "files", abstract: "Download files, each completely or not at all.",
      usage: "sluice download <url> ... -o <path> [options]",
      discussion: """
        Until a file is complete, its bytes are in a hidden file in the same folder, whose name begins with .sluice- and \
        a hash of the file's name. If the download fails and the server supports resuming it, this file stays, together \
        with a record. No other file in the folder is changed.

        Two URLs never write one file: URLs with the same last part are an error before anything is sent, unless \
        --if-exists is unique. With --name-from-response, the later one fails.

        If several files are downloaded, a failure does not end the others. The exit code is that of the first failure, \
        in the order of the URLs.
        """)

    @Argument(help: ArgumentHelp("The URLs of the files.", valueName: "url"), transform: targetURL)
    var urls: [String]

    @Option(
      name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
      help: ArgumentHelp(
        "The path of the downloaded file; or a folder, if it exists, ends in a slash, or there are several URLs.",
        valueName: "path"))
    var output: String

    @Flag(help: "Resume an earlier download of the file.") var resume = false

    @Option(help: ArgumentHelp("The maximum number of simultaneous downloads.", valueName: "files"))
    var parallel = 1

    @Flag(help: "In a folder, use the name that the server suggests, instead of the last part of the URL.")
    var nameFromResponse = false

    @Option(
      help: ArgumentHelp(
        "If the file exists: replace, fail, or unique (use a free name). Defaults to replace, or to fail if the server "
          + "suggests the name."))
    var ifExists: ExistingFile?
    private var existingFile: ExistingFile { ifExists ?? (nameFromResponse ? .fail : .replace) }

    @Flag(help: "Create missing folders.") var createFolders = false
    @Flag(help: "Flush the file to the disk before the download is complete.") var sync = false

    @Option(
      parsing: .unconditional, help: ArgumentHelp("The SHA-256 that the file must have.", valueName: "hex"))
    var sha256: String?

    @Option(
      help: ArgumentHelp("The maximum number of simultaneous requests for a file.", valueName: "requests"))
    var segments = 1

    @OptionGroup var cache: CacheOptions

    @OptionGroup var head: FieldOptions

    @OptionGroup var transfer: TransferOptions

    func check() throws {
      if urls.isEmpty { throw ValidationError("a URL is missing") }
      if parallel < 1 || parallel > 1000 { throw ValidationError("--parallel takes 1 to 1000") }
      if segments < 1 || segments > 64 { throw ValidationError("--segments takes 1 to 64") }
      if urls.count > 1, sha256 != nil { throw ValidationError("--sha256 is for a single file") }
      if urls.count > 1, transfer.include { throw ValidationError("-i is for a single file") }
      if urls.count > 1, !nameFromResponse, existingFile != .unique { try checkNames() }
    }

    /// Checks that no two URLs have the same name.
    private func checkNames() throws {
      var used = UsedFiles([])
      var earlier: [ExactString: String] = [:]
      for url in urls {
        let path = path(of: url)
        if let other = used.namesake(of: path) {
          throw ValidationError(
            "\((earlier[ExactString(other)] ?? other).quotedURL) and \(url.quotedURL) would both be written to "
              + "\(Self.fileName(of: url)): use --if-exists unique, --name-from-response, or separate commands"
          )
        }
        used.insert(path)
        earlier[ExactString(path)] = url
      }
    }

    func run() async throws {
      let isFolder = urls.count > 1 || output.isFolder
      for url in urls {
        try transfer.checkFiles(
          [("-o", isFolder && !nameFromResponse ? path(of: url) : output)], head, outside: cache.folder)
      }
      let session = Session(try cache.added(to: transfer.configuration(head)))
      let downloads = try urls.map { url in
        session.transfer(
          try session.request(.get, .init(url), fields: try head.fields()),
          to: isFolder ? destination(of: url) : .file(output), options: options)
      }
      let bar = ProgressBar(transfer.progress)
      let results = await finish(downloads, in: session, showing: bar)
      bar.finish()
      if results.count == 1, case .failure(let error)? = results.first { throw Failure(ofOutput: error) }
      if transfer.include, case .success(let file)? = results.first {
        try OutputFile(nil).write(TransferOptions.headBytes(of: file.head, httpVersion: file.httpVersion))
      }
      await session.invalidate(after: CacheOptions.validationLimit)
      let failures = results.compactMap { result in
        if case .failure(let error) = result { Failure(ofOutput: error) } else { nil }
      }
      for failure in failures { failure.report() }
      if let first = failures.first { throw ExitCode(first.status.rawValue) }
    }

    /// Downloads the files, as many at a time as allowed.
    ///
    /// - Returns: The results in the order of the URLs.
    private func finish(
      _ downloads: [Transfer<DownloadedFile>], in session: Session, showing bar: ProgressBar
    ) async -> [Result<DownloadedFile, any Error>] {
      let batch = session.batch(downloads, maximumConcurrentCount: parallel)
      async let display: Void = bar.show(batch, of: downloads)
      do {
        for try await _ in batch {}
      } catch {
        // The command was cancelled. Downloads that run keep or remove their files before they end.
        for download in downloads { download.cancel() }
      }
      var results: [Result<DownloadedFile, any Error>] = []
      for download in downloads {
        do { results.append(.success(try await download.value)) } catch { results.append(.failure(error)) }
      }
      await display
      return results
    }

    private var options: DownloadOptions {
      var options = DownloadOptions()
      options.resumes = resume
      options.ifExists = existingFile.policy
      options.createsFolders = createFolders
      options.synchronizes = sync
      options.maximumByteCount = transfer.maxBody.map { Int64($0) }
      options.expectedSHA256 = sha256
      options.maximumConcurrentCount = segments
      return options
    }

    /// Returns the destination in the folder.
    private func destination(of url: String) -> DownloadDestination {
      guard nameFromResponse else { return .file(path(of: url)) }
      var files = transfer.usedFiles(head)
      for stream in ["/dev/stdout", "/dev/stderr"] { files.insert(stream) }
      let used = files
      return .chosen { [folder, existingFile] proposal in
        let path = folder + proposal.suggestedName
        // A file that exists stays, and the download gets another name.
        if existingFile == .unique, isRegularFile(path) { return path }
        if used.contains(path) { throw BodyError(.fileExists, path: path) }
        return path
      }
    }

    /// The path of the folder, with a slash, or nothing for the current folder.
    private var folder: String {
      output.isEmpty || output.utf8.last == UInt8(ascii: "/") ? output : output + "/"
    }

    /// Returns the path in the folder, unless the server suggests a name.
    private func path(of url: String) -> String { folder + Self.fileName(of: url) }

    private static func fileName(of url: String) -> String { SafeFileName(url.lastPathSegment).description }
  }
}

/// The values of `--if-exists`.
enum ExistingFile: String, ExpressibleByArgument, CaseIterable {
  case replace, fail, unique

  var policy: ExistingFilePolicy {
    switch self {
    case .replace: .replace
    case .fail: .fail
    case .unique: .unique
    }
  }
}

extension String {
  /// The last segment of a URL's path, decoded; empty if it has none.
  var lastPathSegment: String {
    let url = utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let segments = url.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // The first three are the scheme, nothing, and the host.
    guard segments.count > 3, let segment = segments.last else { return "" }
    var name: [UInt8] = []
    PercentCoding.decode(Array(segment).span, into: &name)
    return String(legacy: name.span)
  }
}
