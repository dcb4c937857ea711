import SluiceBody
import SluiceTestSupport
import Testing

/// Where `multipart encode` reads from beside regular files, and where it writes to.
@Suite struct EncodeInputTests {
  private let folder: TemporaryDirectory
  /// More than pipes hold.
  private let content = sampleBytes(300_000)

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("content", content)
  }

  private func encode(_ spec: String, input: Run.Stream = .null) throws -> Outcome {
    try sluice("multipart", "encode", "--boundary", "B", "--headers", "-F", spec, input: input)
  }

  private func expectContent(
    _ outcome: Outcome, _ head: String, at location: SourceLocation = #_sourceLocation
  ) {
    let expected = Array("--B\r\n\(head)\r\n".utf8) + content + Array("\r\n--B--\r\n".utf8)
    #expect(outcome.end == .exited(0), sourceLocation: location)
    // Nobody knows its length.
    #expect(outcome.errors == "Content-Type: multipart/form-data; boundary=B\n", sourceLocation: location)
    let isSame = outcome.output == expected
    #expect(isSame, sourceLocation: location)
  }

  @Test(arguments: [
    ("a=@-", "-"), ("a=@/dev/stdin", "stdin"), ("a=@-;filename=x", "x"), ("a=<-;filename=x", "x"),
  ]) func standardInputIsAFile(spec: String, fileName: String) throws {
    expectContent(
      try encode(spec, input: .bytes(content)),
      "Content-Disposition: form-data; name=\"a\"; filename=\"\(fileName)\"\r\n"
        + "Content-Type: application/octet-stream\r\n")
  }

  @Test func standardInputIsAField() throws {
    expectContent(
      try encode("a=<-", input: .bytes(content)), "Content-Disposition: form-data; name=\"a\"\r\n")
  }

  @Test func aRedirectedFileIsReadFromWhereItStands() throws {
    let file = try Descriptor.open(folder.path("content"), flags: 0)
    let skipped = try [UInt8](capacity: 299_990) { output in try file.read(into: &output) }.count
    let outcome = try encode("a=<-", input: .descriptor(file))
    let rest = Array(content[skipped...])
    #expect(
      outcome.output.count == "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n--B--\r\n".utf8
        .count + rest.count)
  }

  @Test func aFIFOIsReadToItsEnd() throws {
    let fifo = try folder.fifo("fifo.txt")
    let writer = try Run("sh", ["-c", "cat '\(folder.path("content"))' > '\(fifo)'"])
    expectContent(
      try encode("a=@\(fifo)"),
      "Content-Disposition: form-data; name=\"a\"; filename=\"fifo.txt\"\r\nContent-Type: text/plain\r\n")
    writer.finish().expectSuccess()
  }

  @Test func standardInputIsReadOnce() throws {
    for second in ["b=@-", "b=</dev/stdin"] {
      try sluice("multipart", "encode", "-F", "a=@-", "-F", second, input: .bytes(content))
        .expectFailure(64, "form", saying: "standard input")
    }
  }

  @Test func standardInputThatIsClosedIsAnError() throws {
    let outcome = try sluice("multipart", "encode", "-F", "a=@-", input: .closed)
    outcome.expectFailure(66, "read-failed", saying: "/dev/stdin")
  }

  /// A device that has no room, an output that is closed, and one whose reader has gone.
  @Test func outputThatTakesNothingIsAnError() throws {
    let full = try Descriptor.open("/dev/full", flags: 1)
    let broken = try Run.pipe().writing
    for output in [Run.Stream.descriptor(full), .closed, .descriptor(broken)] {
      let outcome = try sluice(
        "multipart", "encode", "-F", "a=@\(folder.path("content"))", output: output)
      outcome.expectFailure(74, "write-failed")
    }
  }
}
