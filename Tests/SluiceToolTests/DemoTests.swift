import FoundationEssentials
import SluiceTestSupport
import Testing

/// `sluice demo`: what a newcomer runs first.
@Suite(.timeLimit(.minutes(2))) struct DemoTests {
  @Test(arguments: [0, 1, 7, 1_000_000])
  func everyByteArrivesAndNothingIsLeft(size: Int) throws {
    let folder = try TemporaryDirectory()
    let outcome = try sluice("demo", "--size", "\(size)", environment: ["TMPDIR": folder.path])
    outcome.expectSuccess()
    #expect(outcome.text.contains("every one as it was sent"))
    #expect(outcome.text.contains("peak memory"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func theFileCanBeKept() throws {
    let folder = try TemporaryDirectory()
    try sluice("demo", "--size", "1000", "--keep", environment: ["TMPDIR": folder.path]).expectSuccess()
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let content = try folder.contents(try #require(left.count == 1 ? left.first : nil))
    #expect(content.count == 1000)
    #expect(content.starts(with: "start".utf8) && content.reversed().starts(with: "end".utf8.reversed()))
  }
}
