import FoundationEssentials
import Glibc
import Testing

@testable import SluiceFuzz
@testable import SluiceLibFuzzer

@Suite(.timeLimit(.minutes(1))) struct LibFuzzerTests {
  private static let targets = ["json", "query"].map { FuzzTarget($0) { _ in } }

  @Test(
    arguments: [
      (["fuzz", "--target=query"], "query"), (["fuzz", "--target=other"], nil),
      (["/out/json", "-runs=1"], "json"),
      (["fuzz"], nil), (["json", "--list"], nil), ([], nil),
    ] as [([String], String?)])
  func `arguments select a target`(_ arguments: [String], _ name: String?) {
    #expect(Options(arguments).target(of: Self.targets)?.name == name)
  }

  @Test func `a single target needs no name`() {
    #expect(Options(["fuzz"]).target(of: [Self.targets[0]])?.name == "json")
  }

  @Test func `values of options may have an equals sign`() {
    let options = Options(["fuzz", "--found=a=b", "--search", "-seed=1"])
    #expect(options["found"] == "a=b")
    #expect(options["search"] == "")
    #expect(options["seed"] == nil)
  }

  @Test(arguments: [
    "--time=abc", "--time=0", "--time=-1", "--time=", "--time=1.5", "--minutes=abc", "--minutes=0",
    "--minutes=nan",
    "--minutes=inf", "--jobs=0", "--jobs=many", "--seed=-1", "--shrink=x",
  ])
  func `an option that needs a number refuses anything else`(_ argument: String) {
    #expect(Options(["fuzz", argument]).invalidNumber?.hasPrefix("\(argument): not a") == true)
  }

  @Test func `numbers within their limits are accepted`() {
    let options = Options(["fuzz", "--time=1", "--minutes=0.1", "--jobs=2", "--seed=0", "--shrink=1"])
    #expect(options.invalidNumber == nil)
  }

  @Test func `lines that state progress are shown`() {
    let pulse = "#32768\tpulse  cov: 167 ft: 256 corp: 33/3632b lim: 4096 exec/s: 8192 rss: 205Mb"
    #expect(Progress(pulse)?.description == "32768 runs, 33 inputs, 167 edges, 8192 runs/s")
    let forked = "#11: cov: 81 ft: 81 corp: 1 exec/s: 5 oom/timeout/crash: 0/0/0 time: 2s job: 1 dft_time: 0"
    #expect(Progress(forked)?.description == "11 runs, 1 inputs, 81 edges, 5 runs/s")
    let reload = "#9000\tRELOAD cov: 165 ft: 243 corp: 27/1721b lim: 4096 exec/s: 900 rss: 71Mb"
    #expect(
      Progress(reload)?.description
        == "9000 runs, 27 inputs, 165 edges, 900 runs/s, with inputs that another process found")
    #expect(
      Progress("#9343\tREDUCE cov: 165 ft: 243 corp: 27/1721b lim: 4096 exec/s: 0 rss: 71Mb L: 339/519")
        == nil)
    #expect(Progress("INFO: Running with entropic power schedule") == nil)
    #expect(Progress("#") == nil)
  }

  @Test func `a trap is described by its cause and the program's own functions`() {
    let crash = Crash([
      "==1== ERROR: libFuzzer: deadly signal",
      "    #0 0x1 in __sanitizer_print_stack_trace /llvm/compiler-rt/asan_stack.cpp:87:3",
      "    #1 0x2 in Swift runtime failure: Index out of range /<compiler-generated>:0:0",
      "    #2 0x3 in $s9MyPackage0A6ParserO5countySiSays5UInt8VGKFZ /home/me/MyParser.swift:6:60",
      "    #3 0x4 in $s10SluiceFuzz0B6TargetV3runyySays5UInt8VGKF /sluice/Sources/FuzzKit/SluiceFuzz/FuzzTarget.swift:1:2",
      "    #4 0x5 in fuzzer::Fuzzer::ExecuteCallback(unsigned char const*, unsigned long) /llvm/FuzzerLoop.cpp:614:13",
      "SUMMARY: libFuzzer: deadly signal",
    ])
    #expect(crash.cause == "Swift runtime failure: Index out of range")
    #expect(
      crash.stack == [
        "static MyPackage.MyParser.count(Swift.Array<Swift.UInt8>) throws -> Swift.Int at /home/me/MyParser.swift:6:60"
      ])
    #expect(crash.key == crash.stack[0])
    #expect(crash.brokenProperty == nil)
  }

  @Test func `a broken property is described by its own report`() {
    func crash(_ count: Int) -> Crash {
      Crash([
        "INFO: Seed: 1", "broken: \(count) bytes are lost", "2 bytes:", "000000  31",
        "==1== ERROR: deadly signal",
      ])
    }
    #expect(crash(3).brokenProperty == "broken: 3 bytes are lost\n2 bytes:\n000000  31")
    #expect(crash(3).key == crash(14).key)
  }

  @Test func `a crash about time is recognized`() {
    for (line, isAboutTime) in [
      ("broken: 76.4 ms for 120 bytes: the limit is 21.2 ms", true),
      ("broken: the work is not linear: 1.0 ms for 2048 bytes, 20.0 ms for 8192, 90.0 ms for 16384", false),
      ("==1== ERROR: libFuzzer: timeout after 10 seconds", true),
      ("broken: results differ", false), ("==1== ERROR: libFuzzer: deadly signal", false),
    ] { #expect(Crash(["INFO: Seed: 1", line, "7 bytes:"]).isAboutTime == isAboutTime, "\(line)") }
  }

  @Test func `an input is run without an engine`() throws {
    let target = FuzzTarget("digits") { input in
      let bytes = input.rest()
      if bytes == [UInt8(ascii: "t")] { fatalError("a trap") }
      if bytes.count > 2 { throw BrokenProperty("more than two") }
    }
    #expect(try target.failure(of: Array("12".utf8)) == nil)
    #expect(try target.failure(of: Array("123".utf8)) == "more than two")
    #expect(try target.failure(of: Array("t".utf8))?.hasSuffix("a trap") == true)
  }

  private func crash(_ cause: String, _ calls: String...) -> Crash {
    Crash(
      ["==1==ERROR: AddressSanitizer: \(cause)"]
        + calls.enumerated().map { "    #\($0) 0x55\($0) in \($1)" })
  }

  @Test func `assertions of C in different functions are different failures`() {
    let system = [
      "pthread_kill nptl/pthread_kill.c:89:5", "raise signal/raise.c:26:13", "abort stdlib/abort.c:79:7",
    ]
    let (a, b) = ("parse_a (/lib/libparser.so+0x12)", "parse_b (/lib/libparser.so+0x34)")
    let first = crash("ABRT", system[0], system[1], system[2], a)
    #expect(first.key != crash("ABRT", system[0], system[1], system[2], b).key)
    #expect(first.key == crash("ABRT", system[2], a).key)
  }

  @Test func `a recursion is one failure, wherever the stack ends`() {
    let (a, b) = ("parse /p/a.swift:1:2", "item /p/a.swift:9:4")
    let first = crash("stack-overflow on address 0x7ffc01", a, b, a, b, a)
    #expect(first.key == crash("stack-overflow on address 0x7ffdab", b, a, b, a, b).key)
    #expect(
      crash("stack-overflow on address 0x7ffc01").key == crash("stack-overflow on address 0x7ffdab").key)
  }

  @Test func `inputs that fail are found, and those after a trap are tried`() throws {
    let target = FuzzTarget("letters") { input in
      switch input.rest().first {
      case UInt8(ascii: "t"): fatalError("a trap")
      case UInt8(ascii: "b"): throw BrokenProperty("a letter")
      default: break
      }
    }
    let inputs = ["a", "t", "b", "c", "b2"].map { (name: $0, bytes: Array($0.utf8)) }
    let failing = try target.failing(inputs, until: .now + .seconds(60))
    #expect(failing.map(\.name) == ["t", "b", "b2"])
    #expect(Set(failing.map(\.key)).count == 2)
    #expect(try target.failing(inputs, until: .now).isEmpty)
  }

  @Test func `work that is not linear is repeated by the part, not by the input`() throws {
    let check = ParserCheck { (bytes: [UInt8]) in
      (0..<bytes.count * bytes.count / 64).reduce(0) { $0 &+ $1 }
    }
    let error = #expect(throws: BrokenProperty.self) {
      try check.checkGrowth(Growth.Pump(start: [1], unit: [2, 3], end: []))
    }
    #expect(error?.source == ".repeating([2, 3], after: [1])", "\(error?.source ?? "")")
  }

  @Test func `output without a stack is described by its last line`() {
    #expect(Crash(["one", "two"]).cause == "two")
    #expect(Crash([]).cause == "no output")
  }

  @Test func `a campaign reports each target in a table and for JUnit`() {
    let failing = SearchResult(
      runCount: 12, inputCount: 3, edgeCount: 45, knownCount: 1,
      failures: ["Fatal error: \"<&>\"\u{1}\n  at x", "b"])
    let passing = SearchResult(runCount: 7, inputCount: 2, edgeCount: 5)
    #expect(
      Campaign.table(of: [("mine", failing), ("other", passing)]) == """

        | target | runs | inputs | edges | known | failures |
        |---|---|---|---|---|---|
        | mine | 12 | 3 | 45 | 1 | 2 |
        | other | 7 | 2 | 5 | 0 | 0 |
        """)
    #expect(
      Campaign.report(of: [("mine", failing, 1.2345), ("other", passing, 2)]) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite name="fuzz" tests="2" failures="1" errors="0">
          <testcase classname="fuzz" name="mine" time="1.234"><failure message="Fatal error: &quot;&lt;&amp;&gt;&quot;\
        \\u{1}">Fatal error: &quot;&lt;&amp;&gt;&quot;\\u{1}
          at x</failure><failure message="b">b</failure></testcase>
          <testcase classname="fuzz" name="other" time="2.0"></testcase>
        </testsuite>

        """)
  }

  @Test func `a target that ran no input is an error`() {
    let untried = SearchResult()
    #expect(!untried.isSuccess)
    #expect(SearchResult(runCount: 1).isSuccess)
    #expect(SearchResult(runCount: 0, failures: ["a"]).error == nil)
    #expect(
      Campaign.table(of: [("mine", untried)]).hasSuffix(
        "| mine | 0 | 0 | 0 | 0 | not tried: no time was left |"))
    let report = Campaign.report(of: [("mine", untried, 1)])
    #expect(report.contains("tests=\"1\" failures=\"0\" errors=\"1\""))
    #expect(report.contains("<error message=\"not tried: no time was left\"/></testcase>"))
  }

  @Test func `a plain search starts from the target's own seeds`() throws {
    let folder = "\(FileManager.default.temporaryDirectory.path)/plain-\(UInt64.random(in: 0...(.max)))"
    try FileManager.default.createDirectory(atPath: "\(folder)/seeds", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("a long word".utf8).write(to: URL(filePath: "\(folder)/seeds/own"))
    // No mutator makes the word from nothing.
    let target = FuzzTarget("words") { input in
      if String(decoding: input.rest(), as: UTF8.self).contains("long wor") { throw BrokenProperty("a word") }
    }
    let failures = #expect(throws: ParserFailures.self) {
      try target.search(
        for: .milliseconds(1), seed: 1, seeds: "\(folder)/seeds", found: "\(folder)/found",
        known: "\(folder)/known")
    }
    let origin = try #require(failures?.failures.first?.origin)
    #expect(origin.hasPrefix("a seed: \(folder)/seeds/own, saved as \(folder)/found/failure-"))
  }

  @Test(
    arguments: [
      ("exit 3", .exited(3)), ("kill -KILL $$", .signal(SIGKILL)), ("kill -STOP $$", .signal(SIGSTOP)),
      ("exec >&- 2>&-; kill -STOP $$", .signal(SIGSTOP)), ("sleep 50 & sleep 50", .late),
      ("exec >&- 2>&-; sleep 50", .late), ("sleep 2 & exit 4", .exited(4)),
    ] as [(String, ChildProcess.End)])
  func `the end of a process is known, even if it does not end by itself`(
    _ command: String, _ end: ChildProcess.End
  ) throws {
    let process = try ChildProcess("/bin/sh", arguments: ["-c", "echo a; \(command)"], leadsGroup: true)
    var lines: [String] = []
    let start = ContinuousClock.now
    #expect(process.finish(until: start + .seconds(1)) { lines.append($0) } == end)
    #expect(.now - start < .seconds(20))
    #expect(lines == ["a"])
  }

  @Test func `a run that ends early has a cause, and is not finished`() {
    #expect(Crash.text(of: .exited(0)) == "the target ended the process, with exit(0)")
    #expect(Crash(["Running: a", Crash.text(of: .signal(SIGKILL))]).cause == "Killed")
    #expect(Crash([Crash.text(of: .late)]).isAboutTime)
    #expect(!Crash(["Running: a"]).endsWithCause)
    #expect(Crash(["==1== ERROR: libFuzzer: fuzz target exited"]).endsWithCause)
    #expect(Crash.executedCount(["Running: a", "Executed a in 0 ms", "Running: b"]) == 1)
    #expect(!Crash.isFinished(["#12\tINITED cov: 1"]))
    #expect(Crash.isFinished(["Done 12 runs in 1 second(s)"]))
    #expect(Crash.isFinished(["INFO: exiting: 0 time: 2s"]))
  }

  @Test func `the running input is in a file, until it has been run`() throws {
    let file = "\(FileManager.default.temporaryDirectory.path)/running-\(UInt64.random(in: 0...(.max)))"
    defer { try? FileManager.default.removeItem(atPath: file) }
    let running = try #require(RunningRecord(path: file, capacity: 4))
    #expect(RunningRecord.input(of: file) == nil)
    for input in [[1, 2, 3, 4], [], [9]] as [[UInt8]] {
      running.record(input)
      #expect(RunningRecord.input(of: file) == input)
    }
    running.clear()
    #expect(RunningRecord.input(of: file) == nil)
    running.record([1, 2, 3, 4, 5])
    #expect(RunningRecord.input(of: file) == nil)
    #expect(RunningRecord(path: "/no/such/folder/file", capacity: 4) == nil)
  }
}
