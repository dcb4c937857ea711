import Sluice
import SluiceFuzz
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool

/// Programs that serve many inputs.
@Suite(.enabled(if: ScriptOracle.python3.isInstalled), .timeLimit(.minutes(5))) struct LineServerTests {
  /// A parser of JSON that first does what an input with the name of a key of `actions` asks for.
  private static func server(_ actions: [String: String] = [:]) -> [String] {
    let conditions = actions.sorted { $0.key < $1.key }.map { name, action in
      "  if os.path.basename(request['file']) == '\(name)': \(action)\n"
    }
    let program = """
      import json, os, sys, time
      def reply(value): print(json.dumps(value), flush=True)
      for line in open(int(os.environ['SLUICE_LINES'])):
        request = json.loads(line)
      \(conditions.joined())
        try: reply({"accepted": True, "result": json.load(open(request["file"])), "process": os.getpid()})
        except Exception as error: reply({"accepted": False, "error": str(error)})
      """
    return ["python3", "-c", program]
  }

  private let entries = [
    corpusEntry("0", .accept, "[1]", result: [1]), corpusEntry("1", .reject, "[1"),
    corpusEntry("2", .accept, "{\"a\":2}", result: ["a": 2]), corpusEntry("3", .accept, "3", result: 3),
    corpusEntry("4", .reject, "]"),
  ]

  private struct OtherDeviations: Error { let found: [Deviation?] }

  private func deviations(
    _ actions: [String: String] = [:], seconds: Double = 60, memory: Int64? = nil
  ) async throws -> [Deviation?] {
    try await judge(entries, with: Self.server(actions), seconds: seconds, memory: memory).map(
      \.deviation)
  }

  @Test func `one process serves all inputs`() async throws {
    let folder = try TemporaryDirectory()
    let log = folder.path("log")
    var words = Self.server()
    words[2] = "open('\(log)', 'a').write('started\\n')\n" + words[2]
    #expect(try await judge(entries, with: words).allSatisfy { $0.deviation == nil })
    #expect(try folder.contents("log") == Array("started\n".utf8))
  }

  @Test(arguments: [
    "os.abort()", "sys.exit(0)", "sys.exit(3)", "sys.stdout.write('{'); sys.stdout.flush(); os.abort()",
  ]) func `a process that dies loses only that input`(action: String) async throws {
    #expect(try await deviations(["2": action]) == [nil, nil, .crashed, nil, nil])
  }

  @Test(arguments: ["", "sys.stdout.write('{'); sys.stdout.flush(); "])
  func `a process that ends without a reply has failed, even once`(start: String) async throws {
    let folder = try TemporaryDirectory()
    let mark = folder.path("mark")
    let once = "\(start)os.path.exists('\(mark)') or (open('\(mark)', 'w'), os._exit(0))"
    #expect(try await deviations(["2": once]) == [nil, nil, .crashed, nil, nil])
  }

  @Test func `a reply of a process that has not read the input is none`() async throws {
    // The first process replies twice and ends. Each later one replies, and reads nothing.
    let folder = try TemporaryDirectory()
    let program = """
      import os, time
      if os.path.exists('\(folder.path("mark"))'): print('{"accepted":true}', flush=True); raise SystemExit
      open('\(folder.path("mark"))', 'w')
      open(int(os.environ['SLUICE_LINES'])).readline()
      print('{"accepted":true}', flush=True)
      time.sleep(0.3)
      print('{"accepted":true}', flush=True)
      """
    let entries = (0..<3).map { corpusEntry("\($0)", .accept, "[\($0)]") }
    let found = try await judge(entries, with: ["python3", "-c", program]).map(\.deviation)
    #expect(found.allSatisfy { $0 != nil }, "\(found)")
  }

  @Test func `a process that dies with the first input has read its line`() async throws {
    #expect(try await deviations(["0": "os.abort()"]) == [.crashed, nil, nil, nil, nil])
    #expect(try await deviations(["0": "sys.exit(1)"]) == [.crashed, nil, nil, nil, nil])
  }

  @Test func `a program that reads no line is started for each input, without the variable`() async throws {
    let entries = (0..<3).map { corpusEntry("\($0)", .accept, "[\($0)]") }
    let script = #"echo "$SLUICE_LINES" >&2; [ "$(cat)" = "[$(basename "$1")]" ]"#
    let inputs = try await judge(
      entries, with: ["sh", "-c", script.replacing("cat", with: #"cat "$1""#), "sh", "{}"])
    #expect(inputs.map(\.deviation) == [nil, nil, nil])
    #expect(inputs.map(\.observation.errors) == ["\n", "\n", "\n"])
  }

  @Test func `a program that fails because of the variable is tried without it`() async throws {
    let entries = (0..<3).map { corpusEntry("\($0)", .accept, "[\($0)]") }
    let inputs = try await judge(entries, with: ["sh", "-c", "[ -z \"$SLUICE_LINES\" ]", "sh", "{}"])
    #expect(inputs.map(\.deviation) == [nil, nil, nil])
  }

  @Test(arguments: ["os.abort()", "os._exit(3)", "os.kill(os.getpid(), 11)"])
  func `a process that dies after its reply has failed with that input`(action: String) async throws {
    let late = "reply({'accepted': True, 'result': [1]}); \(action)"
    #expect(try await deviations(["0": late]) == [.crashed, nil, nil, nil, nil])
    let slow = "reply({'accepted': False}); time.sleep(0.1); \(action)"
    #expect(try await deviations(["1": slow]) == [nil, .crashed, nil, nil, nil])
    #expect(try await deviations(["4": slow]) == [nil, nil, nil, nil, .crashed])
  }

  @Test func `a failure at the end of the lines is that of the last input`() async throws {
    for end in ["os.abort()", "print('==1==ERROR: LeakSanitizer: detected', file=sys.stderr)"] {
      var words = Self.server()
      words[2] += "\n\(end)"
      #expect(try await judge(entries, with: words).map(\.deviation) == [nil, nil, nil, nil, .crashed])
    }
  }

  @Test func `the process can do what it does at the end of its lines`() async throws {
    let folder = try TemporaryDirectory()
    var words = Self.server()
    words[2] += "\nopen('\(folder.path("log"))', 'w').write('ended')"
    #expect(try await judge(entries, with: words).allSatisfy { $0.deviation == nil })
    #expect(try folder.contents("log") == Array("ended".utf8))
  }

  @Test func `the report of a sanitizer is a crash in spite of a reply`() async throws {
    let report = "print('==1==ERROR: AddressSanitizer: heap-use-after-free', file=sys.stderr, flush=True)"
    #expect(try await deviations(["1": report]) == [nil, .crashed, nil, nil, nil])
  }

  @Test(arguments: ["", "time.sleep(0.05); "])
  func `more lines than inputs are reported, though they may be taken for replies`(pause: String) async throws
  {
    let more = "reply({'accepted': True, 'result': [1]}); \(pause)reply({'accepted': True}); continue"
    #expect(try await deviations(["0": more]).contains(.unusableReply))
    #expect(
      try await deviations(["4": "reply({'accepted': False}); \(pause)reply({'accepted': False}); continue"])
        == [nil, nil, nil, nil, .unusableReply])
  }

  @Test func `without a result, nothing can be compared`() async throws {
    let none = "reply({'accepted': True}); continue"
    let inputs = try await judge(entries, with: Self.server(["0": none]), readsResult: true)
    #expect(inputs.map(\.deviation) == [.otherResult, nil, nil, nil, nil])
    #expect(inputs[0].detail == "printed no result, expected [1]")
  }

  @Test func `a process that hangs loses only that input`() async throws {
    // The start of the interpreter is part of the time.
    try await withTimeLimit { limit in
      let found = try await deviations(["2": "time.sleep(1000)"], seconds: limit * 2 / .seconds(1))
      guard found == [nil, nil, .hung, nil, nil] else { throw OtherDeviations(found: found) }
    }
  }

  @Test func `a process that exceeds its memory is out of memory`() async throws {
    let hog = "x = 'a' * (1 << 30)"
    #expect(try await deviations(["2": hog], memory: 400 << 20) == [nil, nil, .outOfMemory, nil, nil])
  }

  @Test func `a process that ends after a reply loses no input`() async throws {
    let action = "reply({'accepted': True}); sys.exit(0)"
    #expect(try await deviations(["0": action, "3": action]) == [nil, nil, nil, nil, nil])
  }

  @Test(arguments: [
    "print('ready', flush=True)", "reply([True])", "reply({'accepted': 1})", "print(flush=True)",
  ]) func `a line that is not a reply is reported`(action: String) async throws {
    #expect(try await deviations(["2": action]) == [nil, nil, .unusableReply, nil, nil])
  }

  @Test func `replies are judged like the ends of processes`() async throws {
    #expect(
      try await deviations([
        "0": "reply({'accepted': True, 'result': [2]}); continue", "1": "reply({'accepted': True}); continue",
        "2": "reply({'accepted': True}); continue",
        "3": "reply({'accepted': False, 'error': 'no'}); continue",
      ]) == [.otherResult, .wronglyAccepted, nil, .wronglyRejected, nil])
  }

  @Test func `requests have the content type`() async throws {
    let program = """
      import json, os
      for line in open(int(os.environ['SLUICE_LINES'])): print(json.dumps({"accepted": True, "result": json.loads(line)["contentType"]}), flush=True)
      """
    let entries = [
      corpusEntry("0", .accept, "", result: "a/b", contentType: "a/b"),
      corpusEntry("1", .accept, "", result: nil),
    ]
    let inputs = try await judge(entries, with: ["python3", "-c", program])
    #expect(inputs.map(\.deviation) == [nil, nil])
  }
}
