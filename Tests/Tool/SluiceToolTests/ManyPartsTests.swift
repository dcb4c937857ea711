import SluiceTestSupport
import Testing

/// Forms with hundreds or thousands of parts.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ManyPartsTests {
  @Test func `time is linear in the number of parts`() throws {
    func processorTime(_ count: Int) throws -> Duration {
      let outcome = try sluice(
        ["multipart", "encode", "--boundary", "B"] + (0..<count).flatMap { ["-F", "f=\($0)"] })
      outcome.expectSuccess()
      let isWhole = outcome.text == formText((0..<count).map { fieldText("f", "\($0)") })
      #expect(isWhole)
      return outcome.processorTime
    }
    let (few, many) = (try processorTime(1_000), try processorTime(10_000))
    // With quadratic time, ten times as many parts would take a hundred times as long.
    #expect(many < few * 30)
  }

  @Test func `hundreds of files need few descriptors`() throws {
    let folder = try TemporaryDirectory()
    let arguments = try (0..<500).map { "-Ff=@\(try folder.file("\($0)", Array("\($0)".utf8)))" }
    let script = #"ulimit -n 32; exec "$0" multipart encode --boundary B "$@""#
    let outcome = try Run("sh", ["-c", script, toolPath] + arguments).finish()
    outcome.expectSuccess()
    let isWhole = outcome.text == formText((0..<500).map { fileText("f", fileName: "\($0)", "\($0)") })
    #expect(isWhole)
  }
}
