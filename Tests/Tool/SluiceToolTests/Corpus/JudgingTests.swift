import FoundationEssentials
import Sluice
import SluiceFuzz
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool
@testable import SluiceTool

/// What the end of a program means.
@Suite(.timeLimit(.minutes(5))) struct JudgingTests {
  private let accept = corpusEntry("a", .accept, "[1]", result: [1])
  private let reject = corpusEntry("r", .reject, "[1")
  private let either = corpusEntry("e", .either, "[1][")

  @Test func `status 0 is accepted and another one is rejected`() async throws {
    for (entry, script, deviation) in [
      (accept, "exit 0", nil), (accept, "exit 1", .wronglyRejected), (accept, "exit 127", .wronglyRejected),
      (reject, "exit 0", .wronglyAccepted), (reject, "exit 3", nil), (either, "exit 0", nil),
      (either, "exit 1", nil),
    ] as [(Corpus.Entry, String, Deviation?)] {
      #expect(
        try await judge(entry, with: "sh", "-c", script).deviation == deviation, "\(entry.name) \(script)")
    }
  }

  @Test(arguments: [
    ("kill -SEGV $$", "killed by SIGSEGV"), ("kill -ABRT $$", "killed by SIGABRT"),
    ("kill -KILL $$", "killed by SIGKILL"), ("exit 139", "status 139 (SIGSEGV)"), ("exit 255", "status 255"),
  ]) func `a signal and a status of 128 or more are crashes`(script: String, detail: String) async throws {
    for entry in [accept, reject, either] {
      let input = try await judge(entry, with: "sh", "-c", script)
      #expect(input.deviation == .crashed)
      #expect(input.detail == detail)
    }
  }

  @Test func `the report of a sanitizer is a crash`() async throws {
    let script = "echo '==1==ERROR: AddressSanitizer: heap-buffer-overflow' >&2; exit 1"
    #expect(try await judge(reject, with: "sh", "-c", script).deviation == .crashed)
    #expect(try await judge(reject, with: "sh", "-c", "echo 'ERROR: bad input' >&2; exit 1").deviation == nil)
    let other = "echo 'line 1: runtime error: bad input' >&2; exit 1"
    #expect(try await judge(reject, with: "sh", "-c", other).deviation == nil)
  }

  @Test(arguments: [
    "echo 'parser.c:7:3: runtime error: signed integer overflow' >&2; exit 1",
    // A sanitizer may let the program go on, also to its regular end.
    "echo 'WARNING: ThreadSanitizer: data race (pid=1)' >&2; exit 0",
    // Nor does it matter what is printed before and after it.
    "yes debug | head -n 100000 >&2; echo '==1==ERROR: LeakSanitizer: detected memory leaks' >&2; "
      + "yes debug | head -n 100000 >&2; exit 1",
  ]) func `the report of a sanitizer is a crash, wherever it is`(script: String) async throws {
    for entry in [accept, reject] {
      #expect(try await judge(entry, with: "sh", "-c", script).deviation == .crashed)
    }
  }

  @Test func `the end of a long standard error is kept`() async throws {
    let input = try await judge(
      reject, with: "sh", "-c", "yes debug | head -n 100000 >&2; echo the end >&2; exit 1")
    #expect(input.detail == "status 1: the end")
    #expect(
      input.observation.errors.hasPrefix("debug\n") && input.observation.errors.hasSuffix("debug\nthe end\n"))
    #expect(input.observation.errors.utf8.count < 17 << 10)
  }

  @Test func `a large result is not kept`() async throws {
    let script = "printf '[%0100000d]' 0 | tr 0 ' '"
    let input = try await judge(
      corpusEntry("e", .either, "[]"), with: "sh", "-c", script, readsResult: true)
    #expect(input.deviation == nil)
    let text = "printf '\"%0100000d\"' 7"
    let other = try await judge(accept, with: "sh", "-c", text, readsResult: true)
    #expect(other.deviation == .otherResult && other.detail.hasPrefix("printed \"000"))
    guard case .accepted(.nothing) = other.observation.behavior else {
      Issue.record("\(other.observation.behavior)")
      return
    }
  }

  @Test func `a program that cannot be executed is an error, also with a limit of memory`() async throws {
    let folder = try TemporaryDirectory()
    for (name, text) in [("empty", ""), ("interpreter", "#!/no/such/interpreter\n"), ("broken", "\u{7F}ELF")]
    {
      try folder.file(name, Array(text.utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path(name))
      for memory in [nil, 1 << 30] as [Int64?] {
        await #expect(throws: Failure.self, "\(name)") {
          try await judge(accept, with: folder.path(name), memory: memory)
        }
      }
    }
  }

  @Test func `the limit of memory is that of the program, which has the same environment`() async throws {
    let limited = ["sh", "-c", #"[ "$(ulimit -v)" = 1000000 ]"#]
    #expect(try await judge([accept], with: limited, memory: 1_024_000_000).map(\.deviation) == [nil])
    // A shell would drop this variable.
    let named = ["env", "a.b=c", "grep", "-zqx", "a.b=c", "/proc/self/environ"]
    #expect(try await judge([accept], with: named, memory: 1_024_000_000).map(\.deviation) == [nil])
    // A lower limit of the caller stays.
    let nested =
      #"ulimit -v 500000; exec "$0" corpus run json --only array-empty --memory 1G -- sh -c 'test "$(ulimit -v)" = 500000'"#
    let outcome = try Run("sh", ["-c", nested, toolPath]).finish()
    #expect(outcome.end == .exited(0), "\(outcome)")
  }

  private func hasEnded(_ process: String) -> Bool {
    guard let file = try? Descriptor.open("/proc/\(process)/stat", flags: 0),
      let status = try? file.content(upTo: 200)
    else { return true }
    return String(decoding: status, as: UTF8.self).contains(") Z ")
  }

  @Test func `a program that takes too long is killed with its children`() async throws {
    let folder = try TemporaryDirectory()
    let script = "sleep 1000 & echo $! > \(folder.path("child")); wait"
    // A busy machine may take longer to start the shell.
    try await withTimeLimit { limit in
      let input = try await judge(reject, with: "sh", "-c", script, seconds: limit / .seconds(1))
      #expect(input.deviation == .hung)
      let written = String(decoding: try folder.contents("child"), as: UTF8.self)
      let child = try #require(written.split(separator: "\n").first)
      // An orphan that was killed may wait for its new parent.
      #expect(eventuallyOnThread { hasEnded(String(child)) })
    }
  }

  @Test func `a program that leaves a child behind has ended`() async throws {
    #expect(try await judge(accept, with: "sh", "-c", "sleep 1000 & exit 0").deviation == nil)
  }

  @Test func `a program that has closed its outputs has not ended`() async throws {
    #expect(
      try await judge(accept, with: "sh", "-c", "exec > /dev/null 2>&1; sleep 0.3; exit 1").deviation
        == .wronglyRejected)
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled))
  func `a program that exceeds its memory is out of memory`() async throws {
    let hog = "x = 'a' * (1 << 30)"
    let limit: Int64 = 400 << 20
    #expect(try await judge(reject, with: "python3", "-c", hog, memory: limit).deviation == .outOfMemory)
    #expect(try await judge(accept, with: "python3", "-c", "x = 'a' * 1000", memory: limit).deviation == nil)
    #expect(
      try await judge(reject, with: "python3", "-c", "raise SystemExit(1)", memory: limit).deviation == nil)
  }

  @Test func `output without an end is read and dropped`() async throws {
    let script = "head -c 10000000 /dev/zero; head -c 10000000 /dev/zero >&2; exit 0"
    #expect(try await judge(accept, with: "sh", "-c", script).deviation == nil)
  }
}
