internal import ArgumentParser
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

extension CorpusCommand {
  struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "send", abstract: "Send the inputs of a format to a server.", subcommands: [Multipart.self]
    )
  }
}

extension CorpusCommand.Send {
  struct Multipart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "multipart", abstract: "Post every form, valid or hostile, to an upload endpoint.",
      discussion: """
        Each form is sent on a separate connection, with its content type. Statuses of 500 and above, connections \
        that are reset or closed before the response is complete, and time limits deviate for every form, 2xx and 3xx \
        for one that must be rejected, and 4xx for one that must be accepted, unless its type is not \
        multipart/form-data. At the end, a valid form of this type must still be accepted, and the process of --pid \
        must still run. This check is an entry of the reports, and is counted as deviating if it fails. Redirects are \
        not followed: some endpoints redirect after an accepted form.

        As json, junit or html, a report has the command that repeats each form that deviates. It leaves out header \
        fields, credentials and the query of the URL, which may be secrets, and lists what it leaves out.

        The exit code is 0 if nothing deviates, and 1 otherwise.
        """)

    @Argument(help: "The URL.", transform: targetURL) var url: String

    private static let defaultTimeout = 10.0

    @Option(help: ArgumentHelp("The maximum time for a form.", valueName: "seconds"))
    var timeout = Self.defaultTimeout
    @Option(help: ArgumentHelp("The number of forms at a time.", valueName: "count")) var jobs = 1

    @Option(
      help: ArgumentHelp(
        "The process of the server, on this machine, whose memory is reported.", valueName: "number"))
    var pid: Int?

    @Option(
      parsing: .unconditionalSingleValue,
      help: ArgumentHelp(
        "Only the forms whose names match this pattern, such as 'cut-*'; can be repeated.",
        valueName: "glob"))
    var only: [String] = []

    @Flag(name: [.customShort("k"), .long], help: "Trust any certificate.") var insecure = false
    @OptionGroup var head: FieldOptions
    @OptionGroup var report: ReportOptions

    func validate() throws {
      if ReportedURL.isIncomplete(url) {
        throw ValidationError(
          "the URL is that of a report, which leaves out what may be secret: replace (hidden) and …")
      }
      if jobs < 1 || jobs > 1000 { throw ValidationError("--jobs takes 1 to 1000") }
      if !(timeout > 0 && timeout < 1e6) {
        throw ValidationError("--timeout takes more than 0 and less than 1000000 seconds")
      }
    }

    func run() async throws {
      try checkOutputs([("-o", report.output)], reading: head.inputs + [head.cookieFile])
      let all = Corpus.inputs(.multipart)
      let forms = try all.matching(only, of: .multipart)
      let sender = try sender()
      // Opened first, so that a report that cannot be written is an error at once.
      let file = try OutputFile(report.output)
      var memory = try pid.map { try ServerMemory(ofProcess: $0) }
      let start = ContinuousClock.now
      let (sent, last) = try await sender.send(forms, jobCount: jobs) { memory?.update() }
      let accepted = sent.first {
        $0.entry.verdict == .accept && $0.entry.isForm && $0.judged.deviation == nil
      }
      guard let valid = accepted?.entry ?? all.first(where: { $0.verdict == .accept && $0.isForm }) else {
        throw Failure(.bug, "no-inputs", "the corpus has no valid form")
      }
      let health = try await sender.send(valid)
      memory?.update()
      let reported = ReportedURL(url)
      let server = SendReport(
        forms: sent, memory: memory, health: health, last: last, patterns: only,
        leftOut: reported.leftOut + head.givenNames)
      let result = CorpusReport(
        .multipart, subject: reported.text, command: command(toRepeatAt: reported),
        settings: [
          .init("url", .text(reported.text)),
          .init("leftOut", JSON.Value(.array(server.leftOut.map { .text($0) }))),
          .init("timeout", JSON.Value(timeout) ?? nil), .init("isHealthy", JSON.Value(server.isHealthy)),
          .init("serverMemory", memory?.json ?? nil),
        ],
        noun: "form", jobCount: jobs, seconds: (ContinuousClock.now - start) / .seconds(1),
        inputs: sent.map(\.judged), checks: [server.check], deviations: Deviation.ofServers,
        counts: server.counts, remarks: server.remarks)
      try report.write(result, to: file)
      if result.deviatingCount > 0 { throw ExitCode(1) }
    }

    /// Without fields and credentials, which may be secrets.
    private func command(toRepeatAt url: ReportedURL) -> [String] {
      var words = ["sluice", "corpus", "send", "multipart", url.text]
      if timeout != Self.defaultTimeout { words += ["--timeout", "\(timeout)"] }
      if insecure { words.append("-k") }
      return words
    }

    private func sender() throws -> FormSender {
      var configuration = Session.Configuration()
      configuration.timeout = .seconds(timeout)
      configuration.connectTimeout = .seconds(min(timeout, 30))
      configuration.redirects.maximumCount = 0
      if insecure { configuration.trust.authorities = .insecure }
      configuration.credentials = try head.digestCredentials()
      if let file = head.cookieFile { try configuration.readCookies(of: file) }
      return FormSender(url: url, fields: try head.fields(), configuration: configuration)
    }
  }
}
