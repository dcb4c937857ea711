import FoundationEssentials
import Glibc
import SluiceJSON
import Synchronization
import Testing

@testable import SluiceFuzz

/// Parsers that end their process, or never return.
@Suite(.timeLimit(.minutes(5))) struct ParserTrapTests {
  private struct Refused: Error {}

  private static func failures(_ body: () throws -> Void) throws -> [ParserFailure] {
    try ParserCheckTests.failures(body)
  }

  /// Traps with inputs that have an `x` after the fourth byte, and in another place with a `y` there.
  private static func trapping(_ bytes: [UInt8]) -> Int {
    let rest = bytes.dropFirst(4)
    if rest.contains(UInt8(ascii: "x")) { fatalError("an x at byte \(bytes.count)") }
    if rest.contains(UInt8(ascii: "y")) { return Int(bytes[bytes.count]) }
    return rest.count
  }

  @Test func `a trap is a failure like any other, and the search goes on`() throws {
    try ParserCheckTests.withFolder { folder in
      let failures = try Self.failures {
        try ParserCheck { Self.trapping($0) }
          .run(.input(Array("abcdx".utf8)), .found(in: folder), .search(runs: 5_000))
      }
      let messages = failures.map(\.message)
      #expect(messages.sorted() == ["Fatal error: Index out of range", "Fatal error: an x at byte 5"])
      let first = try #require(failures.first)
      #expect(first.origin == "an argument" && first.input == Array("abcdx".utf8))
      let second = try #require(failures.last)
      #expect(second.origin.hasPrefix("the search with the seed 1, input "))
      // The smallest input with a byte `y` after the fourth.
      #expect(second.input == Array("aaaay".utf8))
      #expect(second.description.hasSuffix(#"  .input(Array("aaaay".utf8))"#))
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files == [FailureName.of(second.input)])
      let again = try Self.failures { try ParserCheck { Self.trapping($0) }.run(.found(in: folder)) }
      #expect(again.map(\.origin) == ["found before: \(folder)/\(files[0])"])
      #expect(again.map(\.message) == [second.message])
    }
  }

  @Test func `a trap names its place`() throws {
    let failures = try Self.failures {
      try ParserCheck { Self.trapping($0) }.run(.input(Array("abcdy".utf8)))
    }
    let failure = try #require(failures.first)
    let call = try #require(failure.calls.first)
    #expect(call.contains("trapping") && call.contains("ParserTrapTests.swift:"))
    #expect(failure.description.contains("\n  \(call)\n"))
  }

  @Test func `a trap with an input of the corpus names it`() throws {
    let check = ParserCheck(.json) { bytes in
      if bytes == Array("[1,]".utf8) { preconditionFailure("a comma") }
      return try JSON.Value(parsing: bytes)
    }
    let failures = try Self.failures { try check.run(.corpus) }
    #expect(failures.map(\.message) == ["Fatal error: a comma"])
    #expect(failures.first?.origin.hasPrefix("the corpus: json/array-trailing-comma") == true)
  }

  @Test func `known failures are counted, and others found`() throws {
    try ParserCheckTests.withFolder { folder in
      let known = FoundFolder(path: folder)
      try known.add(Array("12345x".utf8))
      let check = ParserCheck { Self.trapping($0) }
      let summary = try check.run(.input(Array("more x".utf8)), .known(in: folder), .input([1]))
      #expect(summary.inputCount == 3 && summary.knownFailureCount == 2)
      #expect("\(summary)" == "3 inputs, 1 accepted, 2 failed in a known way")
      #expect(
        try Self.failures { try check.run(.known(in: folder), .input(Array("12345y".utf8))) }.map(\.message)
          == ["Fatal error: Index out of range"])
      let mended = try Self.failures { try ParserCheck { $0 }.run(.known(in: folder)) }
      #expect(mended.map { $0.message.hasPrefix("does not fail any more") } == [true])
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGABRT, SIGSEGV, SIGKILL])
  func `a signal that the parser sends itself is a failure with its input`(signal: CInt) throws {
    let check = ParserCheck { bytes in if bytes == [7] { kill(getpid(), signal) } }
    #expect(try Self.failures { try check.run(.input([7]), .input([8])) }.map(\.input) == [[7]])
  }

  @Test func `a known exit hides no other one`() throws {
    try ParserCheckTests.withFolder { folder in
      let check = ParserCheck { bytes in
        if let first = bytes.first, first < 2 { exit(CInt(first)) }
      }
      try FoundFolder(path: folder).add([0])
      let failures = try Self.failures { try check.run(.known(in: folder), .input([0, 0]), .input([1])) }
      #expect(failures.map(\.message) == ["the parser ended the process, with exit(1)"])
    }
  }

  @Test func `a known failure is known when a part of its input is repeated`() throws {
    try ParserCheckTests.withFolder { folder in
      let check = ParserCheck { bytes in if bytes.contains(120) { fatalError("boom") } }
      try FoundFolder(path: folder).add([120])
      let summary = try check.run(.known(in: folder), .search(runs: 5_000))
      #expect(summary.knownFailureCount > 1)
    }
  }

  @Test func `a failure that cannot be saved is reported`() throws {
    let check = ParserCheck { Self.trapping($0) }
    let failures = try Self.failures { try check.run(.found(in: "/proc/found"), .search(runs: 20_000)) }
    #expect(failures.first?.message.hasPrefix("Fatal error") == true)
    #expect(failures.first?.origin.contains(", not saved in /proc/found: ") == true)
  }

  @Test func `an input that was in the folder before stays there when it is made smaller`() throws {
    try ParserCheckTests.withFolder { path in
      let tried = Mutex<[[UInt8]]>([])
      let check = ParserCheck { bytes in
        if bytes.count > 6 {
          tried.withLock { $0.append(bytes) }
          throw BrokenProperty("long")
        }
      }
      .satisfying { bytes, value in if value == nil { throw BrokenProperty("refused") } }
      .runningInProcess()
      #expect(try Self.failures { try check.run(.search(runs: 200)) }.count == 1)
      let found = try #require(tried.withLock { $0.first })
      let folder = FoundFolder(path: path)
      let name = try folder.add(found)
      // The search comes to it first.
      #expect(try Self.failures { try check.run(.search(runs: 200), .found(in: path)) }.count == 1)
      #expect(try folder.inputs().map(\.name).contains(name) && folder.inputs().count == 2)
    }
  }

  @Test(arguments: ["recursion", "exit", "abort", "null"])
  func `other ends of the process are failures, too`(_ end: String) throws {
    @Sendable func depth(_ number: Int) -> Int { number < 0 ? 0 : depth(number + 1) + 1 }
    let failures = try Self.failures {
      try ParserCheck { bytes in
        guard bytes.contains(7) else { return 0 }
        switch end {
        case "recursion": return depth(0)
        case "exit": exit(3)
        case "abort": abort()
        default:
          // SAFETY: Nothing is there, and the copy of the process ends.
          return unsafe UnsafePointer<Int>(bitPattern: 8)?.pointee ?? 0
        }
      }.run(.input([7]), .search(runs: 200))
    }
    let expected = [
      "recursion": ["Segmentation fault: the stack is full"],
      "exit": ["the parser ended the process, with exit(3)"],
      "abort": ["Aborted"], "null": ["Segmentation fault"],
    ]
    #expect(failures.map(\.message) == expected[end])
  }

  @Test func `a parser that does not return is a failure`() throws {
    let check = ParserCheck { bytes in
      while bytes.count > 3 { usleep(1_000) }
    }
    let limit = Duration.milliseconds(200)
    let failures = try Self.failures {
      var run = try ParserRun(
        of: check.subject, sources: [.input([1, 2, 3, 4]), .search(runs: 20), .input([1])],
        limits: Trials.Limits(whole: limit, atEnd: limit))
      try run.run()
    }
    #expect(failures.count == 1 && failures.first?.message == "no result after 200 ms")
    #expect(failures.first?.input == [1, 2, 3, 4])
  }

  private struct Trapping: Decodable {
    enum Keys: String, CodingKey { case count }

    init(from decoder: any Decoder) throws {
      let count = try decoder.container(keyedBy: Keys.self).decode(Int8.self, forKey: .count)
      precondition(count < 100, "too many")
    }
  }

  @Test func `a type that traps while documents are made for it is found`() throws {
    let check = ParserCheck.decoding(Trapping.self, .json) { try JSON.Decoder().decode($0, from: $1) }
    let failures = try Self.failures { try check.run(.search(runs: 2_000)) }
    #expect(failures.map(\.message) == ["Precondition failed: too many"])
    let input = try #require(failures.first?.input)
    #expect(String(decoding: input, as: UTF8.self).contains("count"))
  }

  @Test func `the copy has no open files of this process`() throws {
    // SAFETY: The path is a constant.
    let file = unsafe open("/dev/null", O_RDONLY)
    defer { close(file) }
    let failures = try Self.failures {
      try ParserCheck { bytes in
        if bytes == [1] { throw BrokenProperty("never") }
        return fcntl(file, F_GETFD)
      }
      .satisfying { _, value in if value != -1 { throw BrokenProperty("open") } }
      .run(.input([2]))
    }
    #expect(failures.isEmpty)
  }

  @Test func `an asynchronous parser runs on the thread of the copy`() throws {
    actor Sum {
      var value = 0
      func add(_ byte: UInt8) {
        value += Int(byte)
        if value == 300 { fatalError("three hundred") }
      }
    }
    let check = ParserCheck { (bytes: [UInt8]) async throws -> Int in
      let sum = Sum()
      await withTaskGroup(of: Void.self) { group in
        for byte in bytes { group.addTask { await sum.add(byte) } }
      }
      if bytes.contains(9) { throw Refused() }
      return await sum.value
    }
    .satisfying { bytes, value in
      if value == nil, !bytes.contains(9) { throw BrokenProperty("refused") }
    }
    try check.run(.input([1, 2, 9]), .input([3, 4]))
    #expect(
      try Self.failures { try check.run(.input([150, 150])) }.map(\.message) == ["Fatal error: three hundred"]
    )
  }

  @Test func `what closures change is not seen here, unless they run in this process`() throws {
    nonisolated(unsafe) var count = 0
    // SAFETY: Only this test refers to it.
    try ParserCheck { _ in unsafe count += 1 }.run(.input([1]))
    #expect(unsafe count == 0)
    try ParserCheck { _ in unsafe count += 1 }.runningInProcess().run(.input([1]))
    #expect(unsafe count == 1)
  }
}
