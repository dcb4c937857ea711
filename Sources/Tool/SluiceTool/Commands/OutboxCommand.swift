internal import ArgumentParser
internal import FoundationEssentials
internal import Sluice
internal import SluiceOutbox

struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox", abstract: "Keep requests in a folder until they are delivered.",
    discussion: "Each command prints one JSON object per line, for each entry or event.",
    subcommands: [Add.self, Run.self, List.self, Retry.self, Drop.self])

  struct Add: AsyncParsableCommand, CheckedCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a request.",
      usage: "sluice outbox add <folder> [<method>] <url> [options]",
      discussion: "The request is on the disk when the command ends. It includes credentials given here.")

    @Argument(help: "The folder of the outbox; created if missing.") var folder: String

    @Argument(
      help: ArgumentHelp(
        "The method and the URL; GET by default, or POST with a body.", valueName: "method> <url"))
    var target: [String]

    @OptionGroup var content: RequestOptions

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Send requests with the same text in order, one at a time.", valueName: "text"))
    var orderKey: String?

    @Option(help: ArgumentHelp("The time after which the request is no longer sent.", valueName: "seconds"))
    var expires: Double?

    @Option(
      name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
      help: ArgumentHelp("The file to download the response to.", valueName: "file"))
    var output: String?

    @OptionGroup var head: FieldOptions

    func check() throws {
      try RequestOptions.check(target)
      if content.method != nil, target.count == 2 {
        throw ValidationError("give the method once: before the URL, or with -X")
      }
      if head.cookieFile != nil { throw ValidationError("a file of cookies is an option of outbox run") }
      if head.digest { throw ValidationError("--digest is an option of outbox run") }
      if let expires, !(expires > 0 && expires < 1e9) {
        throw ValidationError("--expires takes more than 0 and less than 1000000000 seconds")
      }
    }

    func run() async throws {
      try checkOutputs(
        [("-o", output)], reading: content.inputs + head.inputs, outside: ("outbox", folder))
      let request = try content.request(target, fields: head.fields(), in: Session())
      let entry = try await Outbox(folder: folder).enqueue(
        request, key: orderKey, expiresAfter: expires.map { .seconds($0) }, toFile: output)
      try OutputFile(nil).write(JSON.Value(entry).line)
    }
  }

  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Send the requests, until interrupted.",
      discussion: """
        Prints each delivery, failure and death, and files that are damaged or cannot be used. Requests that are dead \
        stay in the folder; with --until-idle, the command then ends with 1. After 401, 403, 407 and a redirect that \
        would change the method, a request waits. Fields and credentials given here are sent with each request, and \
        not stored.
        """)

    @Argument(help: "The folder of the outbox; created if missing.") var folder: String
    @Flag(help: "End when no request is due.") var untilIdle = false
    @Option(help: "The maximum number of requests at a time.") var concurrent = 8

    @Option(
      help: ArgumentHelp("The delay before the first retry, doubled for each more.", valueName: "seconds"))
    var retryDelay: Double = 1

    @OptionGroup var head: FieldOptions

    @OptionGroup var transfer: TransferOptions

    func validate() throws {
      if concurrent < 1 || concurrent > 1000 { throw ValidationError("--concurrent takes 1 to 1000") }
      if !(retryDelay >= 0 && retryDelay < 1e6) {
        throw ValidationError("--retry-delay takes 0 to 1000000 seconds")
      }
    }

    func run() async throws {
      try transfer.checkFiles([], head, outside: ("outbox", folder))
      var configuration = Outbox.Configuration()
      configuration.maximumConcurrentCount = concurrent
      if let retry = transfer.retry { configuration.retries.maximumCount = retry }
      var used = transfer.usedFiles(head)
      let printed = ["/dev/stdout", "/dev/stderr"].filter(isRegularFile)
      for path in printed { used.insert(path) }
      configuration.mayWrite = { [used] in !used.contains($0) }
      configuration.maximumFileByteCount = transfer.maxBody.map { Int64($0) }
      configuration.retries.initialDelay = .seconds(retryDelay)
      let outbox = try Outbox(folder: folder, configuration)
      // A session may change its cookie file when it is made.
      try await checkFiles(of: outbox, printed)
      var sending = try transfer.configuration(head)
      sending.fields = try head.fields()
      let session = Session(sending)
      let output = try OutputFile(nil)
      var hasDied = false
      for try await event in outbox.run(with: session, untilIdle: untilIdle) {
        if case .died = event { hasDied = true }
        try output.write(JSON.Value(event).line)
      }
      await session.invalidate()
      if hasDied { throw ExitCode(1) }
    }

    /// Checks that the events, errors and cookies are not written to the body of an entry, nor the events and errors to
    /// the file that a response is downloaded to.
    private func checkFiles(of outbox: Outbox, _ printed: [String]) async throws {
      do {
        var outputs = printed
        if let jar = transfer.writtenCookies { outputs.append(jar) }
        var sent: Set<String> = []
        for path in outputs where try await outbox.hasBody(at: path) { sent.insert(path) }
        if let path = sent.min() {
          throw Failure(.usage, "usage", "an entry sends the file \(path), which the command also writes")
            .reported { !sent.contains($0) }
        }
        if printed.isEmpty { return }
        for try await entry in outbox.entries() {
          try checkOutputs([("the file of entry \(entry.id)", entry.destination)], reading: [])
        }
      } catch is BodyError {
        // The run reports an entry that cannot be read.
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the entries and the damaged files.",
      discussion:
        "Entries with the same key are in order, others in any order. Nothing in the folder is changed.")

    @Argument(help: "The folder of the outbox.") var folder: String

    func run() async throws {
      try checkOutputs([], reading: [], outside: ("outbox", folder))
      try Outbox.checkExists(in: folder)
      let outbox = try Outbox(readingFolder: folder)
      let output = try OutputFile(nil)
      for status in Outbox.Entry.Status.allCases {
        for try await entry in outbox.entries(status) { try output.write(JSON.Value(entry).line) }
      }
      for path in try await outbox.damagedFiles() {
        let value: JSON.Value = ["status": .text("damaged"), "path": .text(path)]
        try output.write(value.line)
      }
    }
  }

  struct Retry: AsyncParsableCommand, CheckedCommand {
    static let configuration = CommandConfiguration(
      commandName: "retry", abstract: "Send dead or waiting requests again, at the next run.",
      discussion: "A request that has expired is not sent: add it again.")

    @OptionGroup var chosen: ChosenEntries

    func check() throws { try chosen.check() }

    func run() async throws {
      try await chosen.forEach { outbox, id in try await outbox.retry(id) }
    }
  }

  struct Drop: AsyncParsableCommand, CheckedCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Remove requests, delivered or not.",
      discussion: "A request that is being sent is not stopped, but not sent again.")

    @OptionGroup var chosen: ChosenEntries

    func check() throws { try chosen.check() }

    func run() async throws {
      try await chosen.forEach { outbox, id in try await outbox.drop(id) }
    }
  }

  /// The entries of an outbox that a command is for.
  struct ChosenEntries: ParsableArguments {
    @Argument(help: "The folder of the outbox.") var folder: String
    @Argument(help: ArgumentHelp("The identifiers of entries.", valueName: "id")) var ids: [String] = []
    @Flag(help: "All dead requests.") var dead = false

    func check() throws {
      if ids.isEmpty != dead { throw ValidationError("expected identifiers, or --dead") }
      for id in ids where Outbox.Entry.ID(id) == nil {
        throw ValidationError("'\(id)' is not the identifier of an entry")
      }
    }

    func forEach(_ work: (Outbox, Outbox.Entry.ID) async throws -> Void) async throws {
      try checkOutputs([], reading: [], outside: ("outbox", folder))
      let outbox = try Outbox(existingIn: folder)
      for id in ids.compactMap({ Outbox.Entry.ID($0) }) { try await work(outbox, id) }
      if dead { for try await entry in outbox.entries(.dead) { try await work(outbox, entry.id) } }
    }
  }
}

extension Outbox {
  /// Opens an outbox that exists. A path with a typing error creates none.
  fileprivate convenience init(existingIn folder: String) throws {
    try Outbox.checkExists(in: folder)
    try self.init(folder: folder)
  }

  fileprivate static func checkExists(in folder: String) throws {
    guard try Outbox.exists(inFolder: folder) else {
      throw Failure(.inputMissing, "outbox-missing", "\(folder): there is no outbox in this folder")
    }
  }
}

extension JSON.Value {
  fileprivate init(_ entry: Outbox.Entry) {
    self = [
      "status": .text(entry.status == .dead ? "dead" : "pending"), "id": .text("\(entry.id)"),
      "orderKey": .text(entry.key), "method": .text(entry.method.rawValue), "url": .text(entry.url),
      "idempotencyKey": .text(entry.idempotencyKey), "added": .time(entry.added),
      "expires": .time(entry.expires),
      "attempts": .number(entry.attempts), "due": .time(entry.due), "lastError": .text(entry.lastError),
    ]
  }

  fileprivate init(_ event: Outbox.Event) {
    switch event {
    case .delivered(let entry, let response):
      self = ["event": "delivered", "id": .text("\(entry.id)"), "status": .number(response.status.code)]
    case .failed(let entry, let error, let time):
      self = [
        "event": "failed", "id": .text("\(entry.id)"), "error": .text(entry.lastError ?? "\(error)"),
        "attempts": .number(entry.attempts), "retryAt": .time(time),
      ]
    case .died(let entry, let error):
      self = [
        "event": "died", "id": .text("\(entry.id)"), "error": .text(entry.lastError ?? "\(error)"),
        "attempts": .number(entry.attempts),
      ]
    case .setAside(let path, let error):
      self = ["event": "setAside", "path": .text(path), "error": .text("\(error)")]
    case .skipped(let path, let error, let time):
      self = [
        "event": "skipped", "path": .text(path), "error": .text("\(error)"), "retryAt": .time(time),
      ]
    }
  }

  /// The time in ISO 8601; `null` for none.
  private static func time(_ date: Date?) -> JSON.Value { .text(date.map { $0.formatted(.iso8601) }) }
}
