import Sluice
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers

/// The record beside a partial file.
@Suite(.timeLimit(.minutes(5))) struct ResumeRecordTests {
  private let url = "http://127.0.0.1/a?b"

  private func head(_ fields: HTTPFields) -> HTTPResponse { HTTPResponse(status: .ok, headerFields: fields) }

  private func record(_ text: String) -> ResumeRecord? { ResumeRecord(parsing: Array(text.utf8)) }

  @Test(
    arguments: [
      ([.eTag: "\"1\"", .contentLength: "10"], "\"1\"", 10), ([.eTag: "\"1\""], "\"1\"", nil),
      ([.eTag: #""\\""#, .contentLength: "0"], #""\\""#, 0),
      (
        [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Mon, 07 Nov 1994 08:49:37 GMT"],
        "Sun, 06 Nov 1994 08:49:37 GMT", nil
      ),
    ] as [(HTTPFields, String, Int64?)])
  func `a record is read as it was written`(fields: HTTPFields, validator: String, byteCount: Int64?) throws {
    let written = try #require(ResumeRecord(of: head(fields), at: url))
    let read = try #require(ResumeRecord(parsing: written.bytes()))
    for record in [written, read] {
      #expect(record.validator.text == validator && record.byteCount == byteCount)
      #expect(record.isOf(url) && !record.isOf("http://127.0.0.1/a?c") && !record.isOf(""))
    }
  }

  @Test func `only a whole file without a coding has a record`() {
    for status in [201, 203, 204, 206, 304, 404] as [HTTPResponse.Status] {
      #expect(
        ResumeRecord(of: HTTPResponse(status: status, headerFields: [.eTag: "\"1\""]), at: url) == nil)
    }
    #expect(ResumeRecord(of: head([.eTag: "\"1\"", .contentEncoding: "gzip"]), at: url) == nil)
    #expect(ResumeRecord(of: head([.eTag: "\"1\"", .contentEncoding: "zstd"]), at: url) == nil)
    #expect(ResumeRecord(of: head([.eTag: "\"1\"", .contentEncoding: "identity"]), at: url) != nil)
  }

  @Test(arguments: [
    "", " ", "{}", "[]", "null", "1", "\"\"", "{",
    #"{"version":1}"#,
    #"{"version":1,"url":"","validator":""}"#,
    #"{"version":1,"url":"","validator":"x"}"#,
    #"{"version":1,"url":"","validator":"W/\"1\""}"#,
    #"{"version":1,"url":"","validator":"\"1"}"#,
    #"{"version":1,"url":"","validator":"\"1\"\r\nHost: x"}"#,
    #"{"version":1,"url":"","validator":"\"1\r\n\""}"#,
    #"{"version":1,"url":"","validator":"\"1\u0000\""}"#,
    #"{"version":1,"url":"","validator":"Sun, 06 Nov 1994 08:49:37 GMT\r\n"}"#,
    #"{"version":1,"url":"","validator":"Sunday"}"#,
    #"{"version":1,"url":"","validator":["\"1\""]}"#,
    #"{"version":1,"url":"","validator":null}"#,
    #"{"version":1,"url":0,"validator":"\"1\""}"#,
    #"{"version":1,"validator":"\"1\""}"#,
    #"{"version":0,"url":"","validator":"\"1\""}"#,
    #"{"version":2,"url":"","validator":"\"1\""}"#,
    #"{"version":"1","url":"","validator":"\"1\""}"#,
    #"{"url":"","validator":"\"1\""}"#,
    #"{"version":1,"url":"","validator":"\"1\"","byteCount":-1}"#,
    #"{"version":1,"url":"","validator":"\"1\"","byteCount":1.5}"#,
    #"{"version":1,"url":"","validator":"\"1\"","byteCount":"1"}"#,
    #"{"version":1,"url":"","validator":"\"1\"","byteCount":9223372036854775808}"#,
    #"{"version":1,"url":"","validator":"\"1\""} x"#,
  ]) func `malformed text is not a record`(text: String) {
    #expect(record(text) == nil)
  }

  @Test func `a minimal record and one with an unknown member are valid`() {
    #expect(record(#"{"version":1,"url":"","validator":"\"1\""}"#)?.isOf(url) == false)
    #expect(
      record(#"{"version":1,"url":"","validator":"\"\"","byteCount":9223372036854775807,"more":1}"#) != nil)
  }

  @Test func `text that is too large or too deep is not a record`() {
    let record = Array(#"{"version":1,"url":"","validator":"\"1\""}"#.utf8)
    let blanks = [UInt8](repeating: 0x20, count: (1 << 20) - record.count)
    #expect(ResumeRecord(parsing: record + blanks) != nil)
    #expect(ResumeRecord(parsing: record + blanks + [0x20]) == nil)
    #expect(ResumeRecord(parsing: [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)) == nil)
  }

  /// A record with changed bytes may still be valid, but must not trap.
  @Test func `a truncated record is refused, and changed bytes do not trap`() throws {
    let bytes = try #require(ResumeRecord(of: head([.eTag: "\"1\"", .contentLength: "10"]), at: url)).bytes()
    for end in bytes.indices { #expect(ResumeRecord(parsing: Array(bytes[..<end])) == nil) }
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<5000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      guard let record = ResumeRecord(parsing: changed) else { continue }
      #expect(record.byteCount ?? 0 >= 0 && HTTPField.isValidValue(record.validator.text))
    }
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ]) func `the digest is SHA-256`(text: String, digest: String) {
    #expect(SHA256.hexDigest(of: text) == digest)
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `Python computes the same digests`() throws {
    let texts = (0..<200).map { String(repeating: "aé", count: $0) + String($0) }
    let program = """
      import hashlib, json
      print(json.dumps([hashlib.sha256(text.encode()).hexdigest() for text in input]))
      """
    let digests: [String] = try ScriptOracle.python3.run(program, input: texts)
    #expect(texts.map { SHA256.hexDigest(of: $0) } == digests)
  }
}
