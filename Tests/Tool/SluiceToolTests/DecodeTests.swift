import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

/// The output and the files of `multipart decode`.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct DecodeTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private static let form = formText(
    fieldText("a", "one"), fileText("f", fileName: "n%22.png", type: "image/png; x=y", "\0\r\n--BX"))

  private func decode(
    _ body: String, _ options: String..., type: String = "multipart/form-data; boundary=B"
  ) throws -> Outcome {
    try sluice(["multipart", "decode", "--content-type", type] + options, input: .bytes(Array(body.utf8)))
  }

  @Test(arguments: [[], ["--feed", "1"], ["--feed", "7"]]) func `each part is printed as a line`(
    options: [String]
  ) throws {
    let outcome = try sluice(
      ["multipart", "decode", "--content-type", "multipart/form-data; boundary=B"] + options,
      input: .bytes(Array(Self.form.utf8)))
    outcome.expectSuccess()
    #expect(
      outcome.text == #"""
        {"index":0,"name":"a","filename":null,"contentType":null,"size":3,"headers":[["Content-Disposition","form-data; name=\"a\""]]}
        {"index":1,"name":"f","filename":"n\".png","contentType":"image/png; x=y","size":7,"headers":[["Content-Disposition","form-data; name=\"f\"; filename=\"n%22.png\""],["Content-Type","image/png; x=y"]]}

        """#)
  }

  @Test func `parts of other subtypes have no names`() throws {
    let outcome = try decode(
      "--B\r\nContent-Disposition: attachment; name=a; filename*=utf-8''%C3%BC\r\n\r\n\r\n--B--",
      type: "multipart/mixed; boundary=\"B\"")
    outcome.expectSuccess()
    #expect(outcome.text.hasPrefix(#"{"index":0,"name":null,"filename":"ü","contentType":null,"size":0,"#))
  }

  @Test func `a name with special characters is printed as valid JSON`() throws {
    let name = "\u{1}\t\u{7F}\u{2028}é🎉\\/"
    let outcome = try decode(formText(fieldText("\(name)%22%0D%0A", "")))
    outcome.expectSuccess()
    let line = try JSONDecoder().decode([String: Name].self, from: Data(outcome.output))
    #expect(line["name"]?.text == name + "\"\r\n")
  }

  /// A member of any type, which is kept only if it is a string.
  private struct Name: Decodable {
    let text: String?
    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  @Test func `a body without parts prints nothing`() throws {
    let outcome = try decode("--B--")
    outcome.expectSuccess()
    #expect(outcome.text == "")
  }

  @Test func `parts are extracted into files named by their numbers`() throws {
    let out = folder.path("out")
    try decode(Self.form, "--extract", out, "--feed", "3").expectSuccess()
    #expect(try FileManager.default.contentsOfDirectory(atPath: out).sorted() == ["0", "1"])
    #expect(try folder.contents("out/0") == Array("one".utf8))
    #expect(try folder.contents("out/1") == Array("\0\r\n--BX".utf8))
    // An existing file may be the user's.
    try decode(formText(fieldText("a", "new")), "--extract", out).expectFailure(74, "file-exists")
    #expect(try folder.contents("out/0") == Array("one".utf8))
  }

  @Test func `an incomplete part leaves no file`() throws {
    let out = folder.path("out")
    let body = "--B\r\n" + fieldText("a", "one") + "\r\n--B\r\n" + fieldText("b", "two")
    let outcome = try decode(body, "--extract", out)
    outcome.expectFailure(65, "missing-closing-boundary", saying: "part 1", "at byte \(body.utf8.count)")
    #expect(outcome.text.hasPrefix("{\"index\":0,") && outcome.text.count { $0 == "\n" } == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["0"])
  }

  @Test(arguments: [
    ("", "multipart/form-data; boundary=B", "empty-input", "at byte 0"),
    ("--B--", "text/plain", "not-multipart", "at byte 0"),
    ("--B--", "multipart/mixed", "missing-boundary", "at byte 0"),
    ("--B--", "multipart/mixed; boundary=B; boundary=B", "repeated-boundary", "at byte 0"),
    ("--B\n\n--B--\n", "multipart/mixed; boundary=B", "bare-line-feed", "at byte 3"),
    (
      "--B\r\nA\r\n", "multipart/mixed; boundary=B", "missing-colon",
      "part 0: a header line has no colon at byte 5"
    ),
    ("--B\r\nA: b\r\n\r\n", "multipart/form-data; boundary=B", "missing-disposition", "at byte 11"),
  ]) func `a malformed body or content type is an error with its position`(
    body: String, type: String, code: String, message: String
  ) throws {
    try decode(body, type: type).expectFailure(65, code, saying: message)
  }

  @Test func `deviations from the standard are accepted with --lenient`() throws {
    let body = "--B\nContent-Disposition: form-data;\n name=\"ab\"\n\n1\n--B--\n"
    try decode(body).expectFailure(65, "bare-line-feed")
    let outcome = try decode(body, "--lenient")
    outcome.expectSuccess()
    #expect(outcome.text.contains(#""name":"ab","filename":null,"contentType":null,"size":1,"#))
  }

  @Test(arguments: [
    ("--max-parts", 2, "too-many-parts"), ("--max-headers", 2, "too-many-headers"),
    ("--max-header-bytes", 93, "headers-too-large"), ("--max-part-bytes", 7, "part-too-large"),
    ("--max-bytes", form.utf8.count, "body-too-large"),
  ]) func `a limit is inclusive, and zero means none`(option: String, limit: Int, code: String) throws {
    try decode(Self.form, option, "\(limit)").expectSuccess()
    try decode(Self.form, option, "\(limit - 1)").expectFailure(65, code, saying: "at byte ")
    try decode(Self.form, option, "0").expectSuccess()
  }

  @Test func `default limits apply unless they are set to zero`() throws {
    let many = formText((0..<1_001).map { fieldText("\($0)", "") })
    try decode(many).expectFailure(65, "too-many-parts", saying: "part 1000")
    try decode(many, "--max-parts", "0").expectSuccess()
    let long = "--B\r\nA: \(String(repeating: "a", count: 20_000))\r\n" + fieldText("a", "") + "\r\n--B--"
    try decode(long).expectFailure(65, "header-line-too-long", saying: "at byte 8197")
    try decode(long, "--max-header-bytes", "0").expectSuccess()
    try decode(long, "--max-header-bytes", "1M", "--feed", "1K").expectSuccess()
    let preamble = String(repeating: "x", count: 65_537) + "\r\n--B--"
    try decode(String(preamble.dropFirst())).expectSuccess()
    try decode(preamble).expectFailure(65, "preamble-too-long")
    try decode(preamble, "--max-preamble-bytes", "0").expectSuccess()
  }

  @Test func `a body can be read from a file`() throws {
    try folder.file("body", Array(Self.form.utf8))
    let command = ["multipart", "decode", "--content-type", "multipart/form-data; boundary=B"]
    let outcome = try sluice(command + [folder.path("body")])
    outcome.expectSuccess()
    #expect(outcome.text.count { $0 == "\n" } == 2)
    try sluice(command + [folder.path("missing")]).expectFailure(
      66, "file-missing", saying: folder.path("missing"))
    try sluice(command + [folder.path]).expectFailure(66, "read-failed", saying: folder.path)
  }

  @Test(arguments: [
    [], ["--content-type", "multipart/mixed; boundary=B", "--feed", "0"],
    ["--content-type", "multipart/mixed; boundary=B", "--max-parts", "-1"],
    ["--content-type", "multipart/mixed; boundary=B", "--max-bytes", "many"],
  ]) func `invalid options are usage errors`(options: [String]) throws {
    try sluice(["multipart", "decode"] + options).expectFailure(64, "usage")
  }

  @Test func `an encoded form is decoded to the same parts`() throws {
    try folder.file("big", sampleBytes(1_000_000))
    let encoded = try sluice(
      "multipart", "encode", "--boundary", "B", "-F", "a=@\(folder.path("big"));filename=x\"y", "-F",
      "b\"=\r\n")
    let outcome = try sluice(
      "multipart", "decode", "--content-type", "multipart/form-data; boundary=B", "--extract",
      folder.path("out"),
      input: .bytes(encoded.output))
    outcome.expectSuccess()
    #expect(outcome.text.contains(#""name":"b\"""#) && outcome.text.contains(#""filename":"x\"y""#))
    let isSame = try folder.contents("out/0") == sampleBytes(1_000_000)
    #expect(isSame)
    #expect(try folder.contents("out/1") == [13, 10])
  }

  @Test func `lines are printed while input arrives`() throws {
    let run = try start(
      "multipart", "decode", "--content-type", "multipart/form-data; boundary=B", input: .pipe)
    let start = "--B\r\n" + fieldText("a", "one") + "\r\n--B\r\n"
    try run.input?.write(Array(start.utf8).span)
    #expect(run.waitForOutput("\"index\":0"))
    run.input = nil
    run.finish().expectFailure(65, "missing-closing-boundary")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func `a signal ends decoding and leaves only complete parts`(
    signal: CInt
  ) throws {
    let out = folder.path("out")
    let run = try start(
      "multipart", "decode", "--content-type", "multipart/form-data; boundary=B", "--extract", out,
      input: .pipe)
    let start = "--B\r\n" + fieldText("a", "one") + "\r\n--B\r\n" + fieldText("b", "two")
    try run.input?.write(Array(start.utf8).span)
    #expect(run.waitForOutput("\"index\":0"))
    run.send(signal)
    let outcome = run.finish()
    #expect(outcome.end == .exited(128 + signal))
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["0"])
  }
}
