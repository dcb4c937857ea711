import FoundationEssentials
import Glibc
import SluiceTestSupport
import Testing

/// The output of `demo`, and the removal of its file.
@Suite struct DemoTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var environment: [String: String] { ["TMPDIR": folder.path] }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test(arguments: [0, 1, 2, 3, 8, 1_000_000]) func `a file of any size arrives whole and is removed`(
    size: Int
  ) throws {
    let outcome = try sluice("demo", "--size", "\(size)", environment: environment)
    outcome.expectSuccess()
    let lines = outcome.text.split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[0].hasPrefix("sending \(folder.path)/") && lines[0].contains(" \(size) bytes ("))
    let received = try #require(lines[1].wholeMatch(of: /received (\d+) bytes, every one as it was sent/))
    // The file, and the form around it.
    #expect((size + 200..<size + 400).contains(try #require(Int(received.1))))
    #expect(lines[2].wholeMatch(of: /took \d+\.\d\d s, [\d.]+ (B|KiB|MiB|GiB)\/s/) != nil)
    #expect(lines[3].wholeMatch(of: /peak memory [\d.]+ MiB, client and server together/) != nil)
    #expect(!outcome.text.contains("\u{1B}"))
    #expect(try names() == [])
  }

  @Test func `the file is kept with --keep`() throws {
    let outcome = try sluice("demo", "--size", "1000000", "--keep", environment: environment)
    outcome.expectSuccess()
    let name = try #require(names().first)
    #expect(try names().count == 1)
    #expect(outcome.text.hasSuffix("kept \(folder.path)/\(name)\n"))
    let content = try folder.contents(name)
    #expect(content.count == 1_000_000)
    #expect(Array(content.prefix(5)) == Array("start".utf8))
    #expect(Array(content[500_000..<500_006]) == Array("middle".utf8))
    #expect(Array(content.suffix(3)) == Array("end".utf8))
    #expect(content.count(where: { $0 == 0 }) == 1_000_000 - 14)
  }

  @Test func `a progress bar is shown on a terminal`() throws {
    let terminal = try Terminal()
    let outcome = try sluice(
      "demo", "--size", "1000000", errors: .descriptor(terminal.descriptor), environment: environment)
    #expect(outcome.end == .exited(0))
    let text = try terminal.written()
    #expect(text.hasPrefix("\r\u{1B}[K[") && text.contains("]  100%") && text.hasSuffix("\r\n"))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  @Test func `a file that cannot be created is an error and leaves nothing`() throws {
    try sluice("demo", "--size", "\(Int64.max)", environment: environment)
      .expectFailure(74, "demo-file", saying: folder.path)
    #expect(try names() == [])
    try sluice("demo", "--size", "1", environment: ["TMPDIR": folder.path("nowhere")])
      .expectFailure(74, "temporary-file", saying: folder.path("nowhere"))
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `a signal ends the demo and removes its file`(signal: CInt) throws
  {
    // The file is sparse, but large enough for the signal to arrive before the end.
    let run = try start("demo", "--size", "\(1 << 40)", environment: environment)
    #expect(try eventuallyOnThread { try !names().isEmpty })
    run.send(signal)
    #expect(run.finish().end == .exited(128 + signal))
    #expect(try names() == [])
  }
}
