import SluiceMultipart
import Testing

/// Limits: the exact limit passes, and one more is an error at the first byte or line too many.
@Suite(.timeLimit(.minutes(5))) struct ParserLimitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let limit: Int
    let set: @Sendable (inout MultipartLimits, Int) -> Void
    let failure: String

    var testDescription: String { failure }
  }

  static let parts = "--B\r\nA: bcd\r\nEF: g\r\n\r\n12345\r\n--B\r\n\r\n123\r\n--B--\r\nepilogue"

  static let cases = [
    Case(text: parts, limit: 2, set: { $0.maximumPartCount = $1 }, failure: "too-many-parts at 34 in 1"),
    Case(text: parts, limit: 2, set: { $0.maximumHeaderCount = $1 }, failure: "too-many-headers at 13 in 0"),
    Case(
      text: parts, limit: 6, set: { $0.maximumHeaderLineByteCount = $1 },
      failure: "header-line-too-long at 10 in 0"),
    Case(
      text: parts, limit: 15, set: { $0.maximumHeaderByteCount = $1 }, failure: "headers-too-large at 19 in 0"
    ),
    Case(
      text: parts, limit: 5, set: { $0.maximumPartByteCount = Int64($1) },
      failure: "part-too-large at 26 in 0"),
    Case(
      text: parts, limit: parts.utf8.count, set: { $0.maximumByteCount = Int64($1) },
      failure: "body-too-large at \(parts.utf8.count - 1) in -1"),
    Case(
      text: "12345\r\n--B--", limit: 5, set: { $0.maximumPreambleByteCount = Int64($1) },
      failure: "preamble-too-long at 4 in -1"),
    Case(
      text: "\r\n\r\n--B--", limit: 2, set: { $0.maximumPreambleByteCount = Int64($1) },
      failure: "preamble-too-long at 1 in -1"),
    Case(
      text: "--B   \r\n\r\n\r\n--B--", limit: 3, set: { $0.maximumHeaderLineByteCount = $1 },
      failure: "boundary-line-too-long at 5 in -1"),
    Case(
      text: "--B\r\n\r\nab\r\n--B \t--\r\n--B--  ", limit: 2, set: { $0.maximumHeaderLineByteCount = $1 },
      failure: "boundary-line-too-long at 15 in 0"),
    Case(
      text: "--B\r\n\r\n\r\n--B\r\n\r\nab\r\n-\r\n--B--", limit: 5,
      set: { $0.maximumPartByteCount = Int64($1) },
      failure: "part-too-large at 20 in 1"),
  ]

  @Test(arguments: cases) func `input at the limit passes, and one more is an error`(_ example: Case) throws {
    for cuts in [[], Array(1..<example.text.utf8.count)] {
      var limits = MultipartLimits()
      example.set(&limits, example.limit)
      let bytes = Array(example.text.utf8)
      let exact = Transcript(of: bytes, cuts: cuts, by: try .mixed(limits))
      #expect(exact.isWhole, "\(exact)")
      example.set(&limits, example.limit - 1)
      let over = Transcript(of: bytes, cuts: cuts, by: try .mixed(limits))
      #expect(over.failure == example.failure)
    }
  }

  @Test func `of two limits that a header exceeds at the same byte, that of all headers is reported`() throws
  {
    for cuts in [[], Array(1..<20)] {
      var limits = MultipartLimits()
      let failure = {
        Transcript(of: Array("--B\r\nA: bcdefg\r\n\r\n\r\n--B--".utf8), cuts: cuts, by: $0).failure
      }
      limits.maximumHeaderLineByteCount = 5
      limits.maximumHeaderByteCount = 5
      #expect(failure(try .mixed(limits)) == "headers-too-large at 10 in 0")
      limits.maximumHeaderLineByteCount = 4
      #expect(failure(try .mixed(limits)) == "header-line-too-long at 9 in 0")
    }
  }

  @Test func `a header line that ends in a line feed has the same limit, and so has one that does not end`()
    throws
  {
    var limits = MultipartLimits()
    let failure = { (text: String, limit: Int) in
      limits.maximumHeaderLineByteCount = limit
      return try MultipartParser.mixed(limits, accepting: .lineFeeds).transcript(of: text).failure
    }
    #expect(try failure("--B\nA: bcd\n\n\n--B--", 6) == nil)
    #expect(try failure("--B\nA: bcd\n\n\n--B--", 5) == "header-line-too-long at 9 in 0")
    #expect(try failure("--B\nA: bcd", 6) == "missing-closing-boundary at 10 in 0")
    #expect(try failure("--B\nA: bcd", 5) == "header-line-too-long at 9 in 0")
  }

  @Test func `of a limit and a length that a part exceeds at the same byte, the limit is reported`() throws {
    let text = "--B\r\nContent-Length: 3\r\n\r\n12345\r\n--B--"
    var limits = MultipartLimits()
    limits.maximumPartByteCount = 3
    #expect(try MultipartParser.mixed(limits).transcript(of: text).failure == "part-too-large at 29 in 0")
    limits.maximumPartByteCount = 4
    #expect(
      try MultipartParser.mixed(limits).transcript(of: text).failure == "content-length-mismatch at 29 in 0")
  }

  @Test func `an error in a part's body names the part, and one before or after it does not`() throws {
    let head = "Content-Disposition: form-data; name=n\r\n\r\n"
    let text = "--B\r\n\(head)1\r\n--B\r\n\(head)2\r\n--B--"
    let name = { (limits: MultipartLimits, epilogue: String) -> String? in
      var parser = try MultipartParser.form(limits)
      let bytes = Array((text + epilogue).utf8)
      return try #require(throws: MultipartError.self) {
        var position = 0
        while try parser.next(in: bytes.span, from: &position) != nil {}
      }.partName
    }
    var limits = MultipartLimits()
    limits.maximumPartByteCount = 0
    #expect(try name(limits, "") == "n")
    limits = MultipartLimits()
    limits.maximumPartCount = 1
    #expect(try name(limits, "") == nil)
    limits = MultipartLimits()
    limits.maximumByteCount = Int64(text.utf8.count + 2)
    #expect(try name(limits, "\r\nepilogue") == nil)
  }

  @Test func `the defaults are as documented`() {
    let limits = MultipartLimits()
    #expect(limits == MultipartLimits())
    #expect(limits.maximumPartCount == 1_000 && limits.maximumHeaderCount == 32)
    #expect(limits.maximumHeaderLineByteCount == 8_192 && limits.maximumHeaderByteCount == 16_384)
    #expect(
      limits.maximumPartByteCount == nil && limits.maximumByteCount == nil
        && limits.maximumPreambleByteCount == 65_536)
  }

  @Test func `the bytes within a limit come before the error`() throws {
    var limits = MultipartLimits()
    limits.maximumPartByteCount = 3
    #expect(try MultipartParser.mixed(limits).transcript(of: "--B\r\n\r\n12345\r\n--B--").bodies == ["123"])
    limits.maximumPartByteCount = 0
    #expect(try MultipartParser.mixed(limits).transcript(of: "--B\r\n\r\n1\r\n--B--").bodies == [""])
  }
}
