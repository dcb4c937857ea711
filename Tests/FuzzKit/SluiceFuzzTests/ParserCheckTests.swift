import FoundationEssentials
import Glibc
import SluiceBody
import SluiceJSON
import Synchronization
import Testing

@testable import SluiceFuzz

@Suite(.timeLimit(.minutes(2))) struct ParserCheckTests {
  private struct Refused: Error {}

  /// Lines without their line feeds. Other control characters are refused.
  private static func lines(_ blocks: [[UInt8]]) throws -> [[UInt8]] {
    let bytes = blocks.flatMap(\.self)
    guard bytes.allSatisfy({ $0 >= 0x20 || $0 == 10 }) else { throw Refused() }
    return bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
  }

  static func failures(_ body: () throws -> Void) throws -> [ParserFailure] {
    do {
      try body()
      return []
    } catch let failures as ParserFailures {
      return failures.failures
    }
  }

  @Test func `a parser that holds passes`() throws {
    try ParserCheck { try Self.lines([$0]) }
      .divided { try Self.lines($0) }
      .writing { Array($0.joined(separator: [10])) }
      .agreeing(with: "itself") { try Self.lines([$0]) }
      .limited("lines", measuredBy: \.count) { bytes, limit in
        let lines = try Self.lines([bytes])
        guard lines.count <= limit else { throw Refused() }
        return lines
      }
      .run(.search(runs: 500))
  }

  @Test func `verdicts of the corpus are checked, and exceptions named`() throws {
    try ParserCheck(.json) { try JSON.Value(parsing: $0) }.matchingResults { $0 }.run(.corpus)
    let all = try Self.failures { try ParserCheck(.json) { $0 }.run(.corpus) }
    #expect(all.count > 20)
    #expect(all.allSatisfy { $0.message.hasPrefix("must be refused, but is accepted") })
    let trailing = try #require(all.first { $0.origin.contains("json/array-trailing-comma") })
    #expect(trailing.input == Array("[1,]".utf8))
    #expect(trailing.description.hasSuffix("  .corpus(\"array-trailing-comma\")"))
    #expect(
      try Self.failures { try ParserCheck(.json) { $0 }.run(.corpus("array-trailing-comma")) }.map(\.message)
        == [trailing.message])
    let others = try Self.failures {
      try ParserCheck(.json) { $0 }.allowing("array-trailing-comma").run(.corpus)
    }
    #expect(others.count == all.count - 1)
    try ParserCheck(.json) { $0 }.ignoringVerdicts().run(.corpus)
  }

  @Test func `another result than that of the corpus is a failure`() throws {
    let check = ParserCheck(.json) { try JSON.Value(parsing: $0) }
      .matchingResults { _ in JSON.Value("something else") }
    let failures = try Self.failures { try check.run(.corpus) }
    #expect(failures.count > 10)
    #expect(failures.allSatisfy { $0.message.hasPrefix("another result") })
  }

  @Test func `a parser that differs for divided input is found, and its input is minimized`() throws {
    // A block that begins with a line feed is taken for the end of a CRLF.
    let check = ParserCheck { try Self.lines([$0]) }
      .divided { blocks in try Self.lines(blocks.map { $0.first == 10 ? Array($0.dropFirst()) : $0 }) }
    let failures = try Self.failures { try check.run(.search(runs: 2_000)) }
    let failure = try #require(failures.first)
    #expect(failures.count == 1)
    #expect(failure.message.contains("results of divided and whole input differ"))
    #expect(failure.input == [10])
    #expect(failure.description.hasSuffix(#"  .input(Array("\n".utf8))"#))
    #expect(try Self.failures { try check.run(.input(Array("\n".utf8))) }.map(\.message) == [failure.message])
  }

  @Test func `a value that is not read again as it was written is a failure`() throws {
    let check = ParserCheck { try Self.lines([$0]) }.writing { Array($0.joined(separator: [10, 10])) }
    #expect(throws: BrokenProperty.self) { try check.check(Array("a\nb".utf8)) }
    try check.check(Array("a".utf8))
  }

  @Test func `a second parser must accept the same`() throws {
    let check = ParserCheck { try Self.lines([$0]) }.agreeing(with: "other") {
      try Self.lines([$0.filter { $0 != 7 }])
    }
    #expect(throws: BrokenProperty.self) { try check.check([7]) }
    try check.check([8])
  }

  @Test func `a known failure of one property hides none of another`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "known-\(UInt64.random(in: 0...(.max)))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("x".utf8).write(to: folder.appending(path: "x"))
    let check = ParserCheck { $0.count }
      .divided { blocks in blocks.joined().contains(0x78) ? 0 : blocks.joined().count }
      .agreeing(with: "other") { $0.contains(0x79) ? 0 : $0.count }
    let failures = try Self.failures {
      try check.run(.known(in: folder.path), .input(Array("ax".utf8)), .input(Array("y".utf8)))
    }
    #expect(failures.map(\.input) == [Array("y".utf8)])
  }

  /// Finds bytes, and refuses 0. Each slip breaks a promise of the protocol.
  private struct ByteParser: StreamParser {
    enum Slip: CaseIterable { case none, appendsTwice, appendsOn, endsWell }

    let slip: Slip
    private var hasFailed = false

    init(_ slip: Slip) { self.slip = slip }

    mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> UInt8? {
      if hasFailed { throw Refused() }
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      hasFailed = bytes[position] == 0
      if hasFailed { throw Refused() }
      return bytes[position]
    }

    mutating func appendElements(
      in bytes: Span<UInt8>, from position: inout Int, to elements: inout [UInt8], upTo limit: Int?
    ) throws {
      if hasFailed, slip == .appendsOn { return }
      var room = limit ?? .max
      while room > 0, let element = try next(in: bytes, from: &position) {
        elements += slip == .appendsTwice && limit == nil ? [element, element] : [element]
        room -= 1
      }
    }

    mutating func finish() throws -> UInt8? {
      if hasFailed, slip != .endsWell { throw Refused() }
      return nil
    }
  }

  @Test(arguments: ByteParser.Slip.allCases)
  private func `a stream parser that breaks a promise is found`(slip: ByteParser.Slip) throws {
    let check = ParserCheck(parser: { ByteParser(slip) })
    let run = { _ = try check.run(.input([1, 2]), .input([1, 0])) }
    if slip == .none { return try run() }
    #expect(try Self.failures(run).count == 1)
  }

  @Test func `properties are checked for a repeated part, too`() throws {
    let check = ParserCheck { $0.count }.satisfying { bytes, _ in
      if bytes.count > 3000 { throw BrokenProperty("long") }
    }
    #expect(try Self.failures { try check.run(.repeating([10])) }.map(\.message) == ["long"])
  }

  @Test(arguments: [-1, 1]) func `a limit that is not exact is a failure`(difference: Int) throws {
    let check = ParserCheck { try Self.lines([$0]) }.limited("lines", measuredBy: \.count) { bytes, limit in
      let lines = try Self.lines([bytes])
      guard lines.count <= limit + difference else { throw Refused() }
      return lines
    }
    #expect(throws: BrokenProperty.self) { try check.check(Array("a\nb".utf8)) }
  }

  @Test func `a run without any input is no success`() {
    let error = #expect(throws: BrokenProperty.self) {
      try ParserCheck { $0.count }.run(.found(in: "/no/such/folder"), .known(in: "/no/such/folder"))
    }
    #expect(error?.description.hasPrefix("there is no input") == true)
  }

  @Test func `quadratic work is found by repeating parts of inputs`() throws {
    // Adds up all that precedes each 128th byte, if it is a line feed.
    let check = ParserCheck { bytes in
      var sum: UInt8 = 0
      for index in stride(from: 0, to: bytes.count, by: 128) where bytes[index] == 10 {
        sum ^= bytes[..<index].reduce(0, &+)
      }
      return sum
    }
    let failure = try #require(try Self.failures { try check.run(.repeating([10])) }.first)
    #expect(failure.message.hasPrefix("the work is not linear"))
    #expect(failure.description.hasSuffix(#"  .repeating(Array("\n".utf8))"#))
    try check.run(.repeating([65]))
    try ParserCheck { $0.reduce(0, ^) }.run(.repeating([10], after: [1], before: [2]))
  }

  @Test func `a message with a NUL is printed whole`() throws {
    let failures = try Self.failures {
      try ParserCheck { (_: [UInt8]) in }.satisfying { _, _ in throw BrokenProperty("a\0b") }.run(.input([1]))
    }
    #expect(failures.first.map { "\($0)".contains(#"a\0b"#) && "\($0)".contains(".input([1])") } == true)
  }

  @Test func `results are compared without verdicts, too`() throws {
    let check = ParserCheck(.json) { try JSON.Value(parsing: $0) }.matchingResults { _ in "another" }
    #expect(
      try !Self.failures { try check.ignoringVerdicts().run(.corpus("array-empty")) }.isEmpty)
  }

  @Test func `a name of nothing is an error`() throws {
    let check = ParserCheck(.json) { try JSON.Value(parsing: $0) }
    for run in [
      { try check.run(.corpus("array-empty", "no-such")) }, { try check.allowing("no-such").run(.corpus) },
    ] as [() throws -> ParserSummary] {
      #expect(throws: BrokenProperty.self) { try run() }
    }
  }

  @Test func `a search with the same seed tries the same inputs`() throws {
    func inputs(seed: UInt64) throws -> [[UInt8]] {
      let tried = Mutex<[[UInt8]]>([])
      try ParserCheck { bytes in tried.withLock { $0.append(bytes) } }.runningInProcess()
        .run(.search(runs: 50, seed: seed))
      return tried.withLock(\.self)
    }
    let first = try inputs(seed: 7)
    #expect(Set(first).count > 20)
    #expect(try inputs(seed: 7) == first)
    #expect(try inputs(seed: 8) != first)
  }

  static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-found-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `an input that fails is kept, and runs first the next time`() throws {
    try Self.withFolder { folder in
      let broken = ParserCheck { try Self.lines([$0]) }.satisfying { bytes, _ in
        if bytes.contains(0x7F) { throw BrokenProperty("has a delete character") }
      }
      #expect(try Self.failures { try broken.run(.found(in: folder), .search(runs: 3_000)) }.count == 1)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.count == 1)
      let file = try #require(files.first)
      #expect([UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))) == [0x7F])
      let again = try Self.failures { try broken.run(.found(in: folder)) }
      #expect(again.map(\.origin) == ["found before: \(folder)/\(file)"])
      try ParserCheck { try Self.lines([$0]) }.run(.found(in: folder))
    }
  }

  @Test(arguments: [
    ("--B\r\n", "B"), ("preamble\r\n--a b \r\n\r\n--x", "a b"), ("\n-\n--y", "y"), ("no boundary", "B"),
    ("--\r\n", "B"),
    ("--\u{e9}", "B"), ("", "B"),
  ])
  func `a multipart body states its boundary`(_ body: String, _ boundary: String) {
    #expect(
      Corpus.Format.multipart.contentType(of: Array(body.utf8))
        == "multipart/form-data; boundary=\"\(boundary)\"")
  }
}
