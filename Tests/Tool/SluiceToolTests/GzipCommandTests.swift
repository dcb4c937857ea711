import SluiceTestSupport
import Testing

/// `gzip` and `gunzip`, as used in scripts.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct GzipCommandTests {
  private static let content = sampleBytes(200_000) + [UInt8](repeating: 0, count: 200_000)

  @Test(arguments: [
    ([], []), (["--level", "0"], []), (["--level", "9"], ["--format", "gzip"]),
    (["--format", "deflate"], ["--format", "deflate"]),
    (["--format", "deflate"], []), (["--format", "raw"], ["--format", "raw"]),
    (["--format", "raw", "--level", "1"], ["--format", "deflate"]),
  ]) func `compressed data is decompressed to the original`(compressing: [String], decompressing: [String])
    throws
  {
    let compressed = try sluice(["gzip"] + compressing, input: .bytes(Self.content))
    compressed.expectSuccess()
    let back = try sluice(["gunzip"] + decompressing, input: .bytes(compressed.output))
    back.expectSuccess()
    #expect(back.output == Self.content)
  }

  @Test(.enabled(if: isInstalled("gzip"))) func `gzip reads the tool's output, and the tool reads gzip's`()
    throws
  {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", Self.content)
    let ours = try sluice("gzip", path)
    #expect(try Run("gzip", ["-dc"], input: .bytes(ours.output)).finish().output == Self.content)
    let theirs = try Run("gzip", ["-c", "-9", path]).finish()
    let members = try folder.file("f.gz", theirs.output + ours.output + [0, 0])
    #expect(try sluice("gunzip", members).output == Self.content + Self.content)
  }

  @Test(arguments: [
    ([], "", "truncated", "at byte 0"), (["--format", "gzip"], "hello", "invalid-header", "at byte"),
    (["--format", "raw"], "\u{7}", "corrupt", "at byte"),
  ]) func `malformed data is an error with its position`(
    options: [String], input: String, code: String, place: String
  ) throws {
    let outcome = try sluice(["gunzip"] + options, input: .bytes(Array(input.utf8)))
    outcome.expectFailure(65, code, saying: place)
    #expect(outcome.output == [])
  }

  @Test func `output size and ratio are limited`() throws {
    let bomb = try sluice("gzip", input: .bytes([UInt8](repeating: 0, count: 3_000_000))).output
    try sluice("gunzip", "--max-output", "3000000", "--max-ratio", "1100", input: .bytes(bomb))
      .expectSuccess()
    for (option, value, code) in [
      ("--max-output", "2999999", "output-too-large"), ("--max-output", "2M", "output-too-large"),
      ("--max-ratio", "900", "ratio-too-large"),
    ] {
      let outcome = try sluice("gunzip", option, value, input: .bytes(bomb))
      outcome.expectFailure(65, code, saying: "at byte")
      #expect(outcome.output.count < 3_000_000)
    }
  }

  @Test func `a bomb of 10 GiB stops at the limit in constant memory`() throws {
    let folder = try TemporaryDirectory()
    // 10 GiB of zeros as members of 64 MiB each, and the same compressed once more.
    let member = try sluice("gzip", "--level", "1", input: .bytes([UInt8](repeating: 0, count: 64 << 20)))
      .output
    var members: [UInt8] = []
    for _ in 0..<160 { members += member }
    let bomb = try folder.file("bomb", members)
    let nested = try folder.file("nested", try sluice("gzip", bomb).output)
    // Each process passes on more bytes than it may have in memory.
    let script = """
      ulimit -v 500000
      "$0" gunzip --max-output 700000000 "$1" | wc -c
      "$0" gunzip "$2" | "$0" gunzip --max-output 700000000 | wc -c
      """
    let outcome = try Run("sh", ["-c", script, toolPath, bomb, nested]).finish()
    #expect(outcome.errorLines.filter { $0.contains("output-too-large") }.count == 2)
    let counts = outcome.text.split(separator: "\n").compactMap { Int($0) }
    #expect(counts.count == 2 && counts.allSatisfy { $0 == 700_000_000 })
  }

  @Test(arguments: [
    ["gzip", "--level", "10"], ["gunzip", "--max-output=-1"], ["gunzip", "--max-ratio", "nan"],
    ["gzip", "--format", "auto"],
  ])
  func `an invalid option is a usage error`(arguments: [String]) throws {
    try sluice(arguments).expectFailure(64, "usage")
  }

  @Test(arguments: [
    "printf x >> \"$1\"", "truncate -s 2000000 \"$1\"", "printf x | dd of=\"$1\" conv=notrunc status=none",
  ]) func `a file that changes while it is read is an error`(change: String) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", sampleBytes(3_000_000))
    // The tool waits for the reader of the FIFO long before it has read the whole file.
    let script = """
      mkfifo "$1.fifo"; "$0" gzip --level 0 "$1" > "$1.fifo" & exec 3< "$1.fifo"
      head -c 100000 <&3 > /dev/null; \(change); cat <&3 > /dev/null; wait $!
      """
    try Run("sh", ["-c", script, toolPath, path]).finish().expectFailure(66, "changed", saying: path)
  }

  @Test func `a missing file is an error`() throws {
    try sluice("gzip", "/no/such/file").expectFailure(66, "file-missing")
    try sluice("gunzip", "/no/such/file").expectFailure(66, "file-missing")
  }

  @Test func `an upload is compressed with --gzip`() throws {
    let server = try UploadServer()
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", [UInt8](repeating: 0, count: 1_000_000))
    try sluice("upload", server.url, "-F", "a=b", "-F", "f=@\(path)", "--gzip").expectSuccess()
    let request = try server.onlyRequest()
    #expect(request["Content-Encoding"] == ["gzip"] && request["Transfer-Encoding"] == ["chunked"])
    #expect(request.body.count < 10_000)
    let plain = try sluice("gunzip", input: .bytes(request.body)).output
    #expect(
      plain.count > 1_000_000
        && request["Content-Type"].first?.hasPrefix("multipart/form-data; boundary=") == true)
  }
}
