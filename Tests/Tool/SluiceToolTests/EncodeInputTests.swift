import SluiceBody
import SluiceTestSupport
import Testing

/// Inputs of `multipart encode` other than regular files, and its output.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct EncodeInputTests {
  private let folder: TemporaryDirectory
  /// More bytes than a pipe holds.
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
    // Without a Content-Length, since the length is unknown.
    #expect(outcome.errors == "Content-Type: multipart/form-data; boundary=B\n", sourceLocation: location)
    let isSame = outcome.output == expected
    #expect(isSame, sourceLocation: location)
  }

  @Test(arguments: [
    ("a=@-", "-"), ("a=@/dev/stdin", "stdin"), ("a=@-;filename=x", "x"), ("a=<-;filename=x", "x"),
  ]) func `standard input can be a file`(spec: String, fileName: String) throws {
    expectContent(
      try encode(spec, input: .bytes(content)),
      "Content-Disposition: form-data; name=\"a\"; filename=\"\(fileName)\"\r\n"
        + "Content-Type: application/octet-stream\r\n")
  }

  @Test func `standard input can be a field`() throws {
    expectContent(
      try encode("a=<-", input: .bytes(content)), "Content-Disposition: form-data; name=\"a\"\r\n")
  }

  @Test func `a redirected file is read from its current offset`() throws {
    let file = try Descriptor.open(folder.path("content"), flags: 0)
    let skipped = try [UInt8](capacity: 299_990) { output in try file.read(into: &output) }.count
    let outcome = try encode("a=<-", input: .descriptor(file))
    let rest = Array(content[skipped...])
    #expect(
      outcome.output.count == "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n--B--\r\n".utf8
        .count + rest.count)
  }

  @Test func `a FIFO is read to its end`() throws {
    let fifo = try folder.fifo("fifo.txt")
    let writer = try Run("sh", ["-c", "cat '\(folder.path("content"))' > '\(fifo)'"])
    expectContent(
      try encode("a=@\(fifo)"),
      "Content-Disposition: form-data; name=\"a\"; filename=\"fifo.txt\"\r\nContent-Type: text/plain\r\n")
    writer.finish().expectSuccess()
  }

  @Test func `standard input can be used only once`() throws {
    for second in ["b=@-", "b=</dev/stdin"] {
      try sluice("multipart", "encode", "-F", "a=@-", "-F", second, input: .bytes(content))
        .expectFailure(64, "form", saying: "standard input")
    }
  }

  @Test(arguments: ["/dev/fd/0", "/proc/self/fd/0", "LINK"])
  func `standard input has many names`(name: String) throws {
    let path = name == "LINK" ? try folder.symbolicLink("link", to: "/dev/stdin") : name
    for (first, second) in [("a=@-", "b=@\(path)"), ("a=<\(path)", "b=@\(path)")] {
      try sluice("multipart", "encode", "-F", first, "-F", second, input: .bytes(content))
        .expectFailure(64, "form", saying: "standard input can be read only once")
    }
    try sluice(
      "multipart", "encode", "-F", "a=@-", "-F", "b=c;headers=@\(path)", input: .bytes(Array("A: b\n".utf8))
    )
    .expectFailure(64, "form", saying: "standard input can be read only once")
    let outcome = try sluice("multipart", "encode", "-F", "a=<\(path)", input: .bytes(content))
    let contains = outcome.output.count > content.count
    #expect(outcome.end == .exited(0) && contains)
  }

  @Test func `another stream can be used only once, and other devices often`() throws {
    let fifo = try folder.fifo("fifo")
    try sluice("multipart", "encode", "-F", "a=@\(fifo)", "-F", "b=@\(fifo)")
      .expectFailure(64, "form", saying: "\(fifo) can be read only once")
    let script = #"printf 0123456789 | "$0" multipart encode -F a=@/dev/fd/3 -F b=@/dev/fd/3 3<&0 </dev/null"#
    try Run("sh", ["-c", script, toolPath]).finish()
      .expectFailure(64, "form", saying: "/dev/fd/3 can be read only once")
    let path = folder.path("content")
    for twice in ["/dev/null", path] {
      let outcome = try sluice("multipart", "encode", "-F", "a=@\(twice)", "-F", "b=@\(twice)")
      #expect(outcome.end == .exited(0))
    }
  }

  @Test func `a closed standard input is an error`() throws {
    let outcome = try sluice("multipart", "encode", "-F", "a=@-", input: .closed)
    outcome.expectFailure(66, "read-failed", saying: "/dev/stdin")
  }

  /// The outputs are a full device and a closed descriptor. A pipe without a reader is an error without a message.
  @Test func `output that cannot be written is an error`() throws {
    let full = try Descriptor.open("/dev/full", flags: 1)
    let broken = try Run.pipe().writing
    let arguments = ["multipart", "encode", "-F", "a=@\(folder.path("content"))"]
    for output in [Run.Stream.descriptor(full), .closed] {
      try sluice(arguments, output: output).expectFailure(74, "write-failed", saying: "standard output")
    }
    let outcome = try sluice(arguments, output: .descriptor(broken))
    #expect(outcome.end == .exited(74))
    #expect(outcome.errors == "")
  }
}
