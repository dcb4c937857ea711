import FoundationEssentials
import Glibc
import RegexBuilder
import Sluice
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// The output of `demo`, the removal of its file, and what it notices.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct DemoTests {
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
    let figures = Regex { /(\d+) bytes in \d+\.\d\d s, [\d.]+ (B|KiB|MiB|GiB)\/s/ }
    let uploaded = try #require(
      lines[1].wholeMatch(
        of: Regex {
          "uploaded "; figures; ", every byte received as it was sent"
        }))
    // The file, and the form around it.
    #expect((size + 200..<size + 400).contains(try #require(Int(uploaded.1))))
    let downloaded = try #require(
      lines[2].wholeMatch(
        of: Regex {
          "downloaded "; figures; ", every byte as in the file"
        }))
    #expect(Int(downloaded.1) == size)
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
    // One bar for the upload, one for the download.
    let bars = try terminal.written().split(separator: "\r\n", omittingEmptySubsequences: false)
    try #require(bars.count == 3 && bars[2] == "")
    for bar in bars.prefix(2) { #expect(bar.hasPrefix("\r\u{1B}[K[") && bar.contains("]  100%"), "\(bar)") }
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

  // MARK: Wrong bytes

  /// The positions at which a byte is changed, in a file of 1,000,000 bytes: within marks, and within zeros.
  private static let positions = [0, 5, 131_071, 131_072, 499_999, 500_000, 999_996, 999_999]

  /// A body of 1,000,000 bytes, like that of the demo but for one byte.
  private func content(wrongAt position: Int?) async throws -> BytesSource {
    var bytes = try await readAll(DemoContent(size: 1_000_000).makeReader())
    if let position { bytes[position] ^= 0x40 }
    return BytesSource(bytes)
  }

  private func expectFailure(_ error: Failure?, at location: SourceLocation = #_sourceLocation) {
    #expect(error?.status == .protocolBroken && error?.code == "demo", sourceLocation: location)
  }

  @Test(arguments: positions) func `a wrong byte of the upload is noticed`(position: Int) async throws {
    let (content, boundary) = (DemoContent(size: 1_000_000), MultipartForm.Boundary.random())
    let server = try DemoServer(expecting: DemoCommand.form(content, boundary), offering: content)
    let session = Session()
    let wrong = DemoCommand.form(try await self.content(wrongAt: position), boundary)
    let error = await #expect(throws: Failure.self) {
      try await DemoCommand.upload(wrong, to: server.url, in: session)
    }
    expectFailure(error)
    let right = DemoCommand.form(try await self.content(wrongAt: nil), boundary)
    let receipt = try await DemoCommand.upload(right, to: server.url, in: session)
    #expect(receipt == .init(bytes: try right.byteCount ?? 0, isIntact: true, file: "\(server.url)/file"))
    await session.invalidate()
  }

  @Test(arguments: positions) func `a wrong byte of the download is noticed`(position: Int) async throws {
    let content = DemoContent(size: 1_000_000)
    let server = try DemoServer(
      expecting: BytesSource([]), offering: try await self.content(wrongAt: position))
    let session = Session()
    let error = await #expect(throws: Failure.self) {
      try await DemoCommand.download("\(server.url)/file", expecting: content, in: session)
    }
    expectFailure(error)
    await session.invalidate()
  }

  @Test(arguments: [-1, 1]) func `a file of another size is noticed`(difference: Int64) async throws {
    let content = DemoContent(size: 1_000_000)
    let server = try DemoServer(
      expecting: BytesSource([]), offering: DemoContent(size: content.size + difference))
    let session = Session()
    let error = await #expect(throws: Failure.self) {
      try await DemoCommand.download("\(server.url)/file", expecting: content, in: session)
    }
    expectFailure(error)
    await session.invalidate()
  }

  @Test(arguments: [0, 1, 13, 14, 17, 18, 19, 100, 1_000_000] as [Int64])
  func `the file has the content that is expected of it`(size: Int64) async throws {
    let content = DemoContent(size: size)
    let file = try DemoFile(content, isKept: false)
    let bytes = try await readAll(content.makeReader(), step: 1000)
    #expect(try [UInt8](Data(contentsOf: URL(filePath: file.path))) == bytes)
    #expect(bytes.count == Int(size))
  }
}
