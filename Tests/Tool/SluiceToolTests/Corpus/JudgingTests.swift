import Sluice
import SluiceFuzz
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool

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
