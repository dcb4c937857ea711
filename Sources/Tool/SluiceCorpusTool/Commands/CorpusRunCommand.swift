internal import ArgumentParser
internal import Glibc
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

extension CorpusCommand {
  struct Run: AsyncParsableCommand, CheckedCommand {
    static let configuration = CommandConfiguration(
      commandName: "run",
      abstract: "Give the inputs of a format to a program, and compare what it does with their verdicts.",
      usage: "sluice corpus run <format> [options] -- <command> [{}] ...",
      discussion: """
        Each input is a file, whose path replaces {} in the arguments of the command. Without {}, it is standard input. \
        The content type of a multipart body replaces {type}, and is the environment variable CONTENT_TYPE.

        Status 0 means that the program has accepted the input, and another status that it has rejected it. A signal, a \
        status of 128 or more, or the report of a sanitizer on standard error, whatever the status is, is a crash. After --timeout, the program \
        and its process group are killed. With --memory, a program that fails after it has used most of the memory, or \
        that says so on standard error, is out of memory.

        A process may serve many inputs: from the descriptor whose number is in SLUICE_LINES, it reads a line \
        {"file":PATH,"contentType":TYPE} for each, and prints a line {"accepted":true,"result":VALUE} or \
        {"accepted":false,"error":TEXT}, and flushes it. If it ends or hangs, it is started again for the next input. After \
        the last one, it has the time of --timeout to end. \
        Its result, or the JSON on standard output with --compare, is compared with that of the corpus: the order of \
        members does not matter, and numbers are compared by value.

        A report has the command that repeats an input.

        The exit code is 0 if nothing deviates, and 1 otherwise.
        """)

    @Argument(help: "The format of the inputs.") var format: FormatName

    @Option(
      help: ArgumentHelp(
        "The number of inputs at a time. Defaults to the number of processors.", valueName: "count"))
    var jobs: Int?

    private static let defaultTimeout = 10.0

    @Option(help: ArgumentHelp("The maximum time for an input.", valueName: "seconds"))
    var timeout = Self.defaultTimeout

    @Option(
      help: ArgumentHelp(
        "The maximum size of the program's address space, such as 512M. Defaults to no limit.",
        valueName: "bytes"))
    var memory: ByteSize?

    @Flag(help: "Compare the program's standard output with the result, as JSON.") var compare = false

    @Option(
      parsing: .unconditionalSingleValue,
      help: ArgumentHelp(
        "Only the inputs whose names match this pattern, such as 'deep-*'; can be repeated.",
        valueName: "glob"))
    var only: [String] = []

    @OptionGroup var report: ReportOptions

    @Argument(parsing: .postTerminator, help: "The program and its arguments.") var command: [String] = []

    func check() throws {
      if command.isEmpty { throw ValidationError("expected -- and the command to run") }
      if let jobs, jobs < 1 || jobs > 1000 { throw ValidationError("--jobs takes 1 to 1000") }
      if !(timeout > 0 && timeout < 1e6) {
        throw ValidationError("--timeout takes more than 0 and less than 1000000 seconds")
      }
      if let memory, memory.byteCount < 1024 { throw ValidationError("--memory takes at least 1024 bytes") }
    }

    func run() async throws {
      try checkOutputs([("-o", report.output)], reading: command.filter(isRegularFile))
      try checkProgram()
      let entries = try Corpus.inputs(format.format).matching(only, of: format.format)
      // Opened first, so that a report that cannot be written is an error at once.
      let file = try OutputFile(report.output)
      let program = ParserProgram(words: command, memoryLimit: memory?.byteCount, seconds: timeout)
      let jobCount = min(jobs ?? max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))), entries.count)
      let run = CorpusRun(program: program, readsResult: compare, jobCount: jobCount)
      let start = ContinuousClock.now
      let inputs = try await run.judge(entries)
      let result = CorpusReport(
        format.format, subject: command.joined(separator: " "), command: commandToRepeat,
        settings: [
          .init("command", JSON.Value(.array(command.map { .text($0) }))),
          .init("timeout", JSON.Value(timeout) ?? nil),
          .init("memory", memory.map { .number($0.byteCount) } ?? nil),
        ],
        jobCount: jobCount, seconds: (ContinuousClock.now - start) / .seconds(1), inputs: inputs,
        deviations: Deviation.ofPrograms)
      try report.write(result, to: file)
      if result.deviatingCount > 0 { throw ExitCode(1) }
    }

    private var commandToRepeat: [String] {
      var words = ["sluice", "corpus", "run", format.format.rawValue]
      if timeout != Self.defaultTimeout { words += ["--timeout", "\(timeout)"] }
      if let memory { words += ["--memory", "\(memory.byteCount)"] }
      if compare { words.append("--compare") }
      return words + ["--"] + command
    }

    /// Checks that the program exists. Otherwise, it would seem to reject every input.
    private func checkProgram() throws(Failure) {
      let name = command.first ?? ""
      if findProgram(name) == nil {
        throw Failure(
          .inputMissing, "program-missing", "\(name): no program that can be executed has this name")
      }
    }
  }
}
