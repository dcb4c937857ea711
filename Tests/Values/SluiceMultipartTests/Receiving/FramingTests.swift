import SluiceMultipart
import SluiceTestSupport
import Testing

/// Boundaries and data of a body (RFC 2046 §5.1.1).
@Suite(.timeLimit(.minutes(5))) struct FramingTests {
  private func expectBodies(
    _ expected: [String], of text: String, accepting leniencies: MultipartLeniencies = [],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let transcript = try MultipartParser.mixed(accepting: leniencies).transcript(of: text)
    #expect(transcript.isWhole, "\(transcript)", sourceLocation: location)
    #expect(transcript.bodies == expected, sourceLocation: location)
  }

  typealias Parts = (text: String, bodies: [String])

  @Test(
    arguments: [
      "no parts": ("--B--", []), "no parts, with a CRLF": ("--B--\r\n", []),
      "no parts, with blanks": ("--B-- \t\r\n", []), "no parts, cut after a CR": ("--B--\r", []),
      "no parts after a CRLF": ("\r\n--B--", []),
      "preamble and epilogue": ("preamble\r\n--B--\r\nepilogue", []),
      "empty part": ("--B\r\n\r\n\r\n--B--", [""]), "empty part without its CRLF": ("--B\r\n\r\n--B--", [""]),
      "two parts": ("--B\r\n\r\na\r\n--B\r\n\r\nb\r\n--B--", ["a", "b"]),
      "blanks after boundaries": ("--B \t \r\n\r\na\r\n--B  \r\n\r\nb\r\n--B-- ", ["a", "b"]),
      "part in the epilogue": ("--B\r\n\r\na\r\n--B--\r\n--B\r\n\r\nb\r\n--B--", ["a"]),
      "two empty parts with a header": ("--B\r\nA: b\r\n\r\n--B\r\nA: b\r\n\r\n\r\n--B--", ["", ""]),
      "longer boundary in the preamble": ("--BX\r\n--B\r\n\r\na\r\n--B--", ["a"]),
      "boundary within a line of the preamble": ("x--B\r\n\r\n--B\r\n\r\na\r\n--B--", ["a"]),
      "bare line feeds in the preamble": ("\n--BX\n\r\n--B\r\n\r\na\r\n--B--", ["a"]),
    ] as NamedCases<Parts>)
  func `parts end at boundary lines`(body: NamedCase<Parts>) throws {
    try expectBodies(body.value.bodies, of: body.value.text)
  }

  @Test(arguments: [
    "--B", "\r\n--BX", "\r\n--B-", "\r\n--B-X", "\r\n--B--X", "\r\n--B X", "\r\n--B \t\rX", "\n--B",
    "\n--B\n",
    "\r--B\r", "\r\n-B", "\r\n--b\r\n", "\r\n--B\r", "\r\n--B\r\r\n", "\r\n--B\n", "\r", "\n", "\r\n",
    "\r\r\n",
    "\r\n\r\n", "\r\n-", "\r\n--", "x--B\r\nx", "\r\n\r", "\r\n---B\r\n", "\r\n--\r\n--", "\0",
    "\r\n--B--\rX",
  ]) func `anything that only resembles a boundary is data`(lookalike: String) throws {
    for body in [lookalike + "x", "a" + lookalike, "a" + lookalike + lookalike + "x"] where body != "--Bx" {
      // A following byte may complete a boundary.
      try expectBodies([body, "z"], of: "--B\r\n\r\n\(body)\r\n--B\r\n\r\nz\r\n--B--")
    }
  }

  @Test func `a boundary's own characters may be anywhere around it`() throws {
    for boundary in ["-", "--", "a-", "-a", "a b", "'()+_,-./:=?", String(repeating: "x", count: 70)] {
      let parser = MultipartParser(boundary: try .init(parsing: boundary), subtype: .mixed)
      let body = "\r\n--\(boundary.dropLast())\r\n-\r\n---\(boundary)x"
      let text = "--\(boundary)\r\n\r\n\(body)\r\n--\(boundary)\r\n\r\n\r\n--\(boundary)--"
      let transcript = parser.transcript(of: text)
      #expect(transcript.isWhole && transcript.bodies == [body, ""], "\(boundary)")
    }
  }

  typealias Malformed = (text: String, failure: String)

  @Test(
    arguments: [
      "empty": ("", "empty-input at 0 in -1"), "blank": (" ", "missing-closing-boundary at 1 in -1"),
      "preamble alone": ("preamble", "missing-closing-boundary at 8 in -1"),
      "boundary alone": ("--B", "missing-closing-boundary at 3 in -1"),
      "all line feeds": ("--B\n\na\n--B--\n", "bare-line-feed at 3 in -1"),
      "line feed after a blank": ("pre\r\n--B \n\na\n--B--\n", "bare-line-feed at 9 in -1"),
      "line feed after the closing boundary": ("--B--\n", "bare-line-feed at 5 in -1"),
      "line feed before the boundary": ("pre\n--B\r\n\r\n", "malformed-first-boundary at 4 in -1"),
      "line feed after a header": ("--B\r\nA: b\n\r\n--B--", "bare-line-feed at 9 in 0"),
      "line feed after the headers": ("--B\r\n\nx", "bare-line-feed at 5 in 0"),
      "closing boundary cut in the headers": ("--B\r\n--B--", "missing-closing-boundary at 10 in 0"),
      "closing boundary in the headers": ("--B\r\n--B--\r\n", "missing-colon at 5 in 0"),
      "part that is not closed": ("--B\r\n\r\na", "missing-closing-boundary at 8 in 0"),
      "second part that is not closed": (
        "--B\r\n\r\na\r\n--B\r\n\r\nb", "missing-closing-boundary at 18 in 1"
      ),
      "line feed before the closing boundary": (
        "--B\r\n\r\na\n--B--\n", "missing-closing-boundary at 15 in 0"
      ),
    ] as NamedCases<Malformed>)
  func `malformed framing is an error with its byte and part`(malformed: NamedCase<Malformed>) throws {
    let (text, failure) = malformed.value
    #expect(try MultipartParser.mixed().transcript(of: text).failure == failure)
  }

  /// Bytes before the first part, and the offset of the line that is refused.
  typealias Beginning = (text: String, offset: Int)

  @Test(
    arguments: [
      "line feed": ("\n--B\r\n", 1), "carriage return": ("\r--B\r\n", 1), "space": (" --B\r\n", 0),
      "tab and closing": ("\t--B--\r\n", 0), "byte order mark": ("\u{FEFF}--B\r\n", 0),
      "byte order mark and line feeds": ("\u{FEFF}\n\n--B\r\n", 5), "CRLF and a blank": ("\r\n --B\r\n", 2),
      "line feeds alone": ("\n\n--B\n", 2), "carriage return after it": ("--B\rA: b\r\n", 0),
      "blank and carriage return after it": ("--B \rA: b\r\n", 0), "no dashes": ("B\r\n", 0),
      "one dash": ("-B\r\n", 0), "three dashes": ("---B \r\n", 0), "closing without dashes": ("B--\r\n", 0),
      "line feed after text": ("text\n--B\r\n", 5), "carriage return after text": ("a\r\nb\r--B\r\n", 5),
    ] as NamedCases<Beginning>)
  func `a first line that is nearly the boundary is an error, whatever follows`(
    beginning: NamedCase<Beginning>
  ) throws {
    let failure = "malformed-first-boundary at \(beginning.value.offset) in -1"
    for rest in ["", "\r\na\r\n--B\r\n\r\nb\r\n--B--\r\n", "\r\n--B--"] {
      let text = beginning.value.text + rest
      #expect(try MultipartParser.mixed().transcript(of: text).failure == failure, "\(text.debugDescription)")
    }
  }

  @Test(arguments: [
    "text", "-", "--", "B-", "-B-", "--BX", "--b", "B C", "--B C", "x--B", "text\r\nB", "text\n -B",
    "a\r\n --B",
    "--\r\nB", "This is a message of several parts.\nIts boundary is --B.\n", "\n\n", "\u{FEFF}", "\r\n\r\n",
    "\u{FEFF}text \u{FEFF}--B", String(repeating: "-", count: 100) + "B",
  ]) func `any other text is a preamble`(preamble: String) throws {
    let text = preamble + "\r\n--B\r\n\r\na\r\n--B--"
    try expectBodies(["a"], of: text)
    try expectBodies(["a"], of: text, accepting: .lenient)
  }

  @Test func `a boundary of dashes has no line without dashes`() throws {
    let parser = MultipartParser(boundary: try .init(parsing: "-"), subtype: .mixed)
    #expect(parser.transcript(of: "-\r\n---\r\n\r\na\r\n-----").bodies == ["a"])
    #expect(parser.transcript(of: "\n---\r\n\r\na\r\n-----").failure == "malformed-first-boundary at 1 in -1")
  }

  @Test(
    arguments: [
      "all line feeds": ("--B\n\na\n--B\n\nb\n--B--\n", ["a", "b"]),
      "line feed before the boundary": ("\n--B\n\na\n--B--\n", ["a"]),
      "some line feeds": ("--B\n\na\r\n--B\r\n\r\nb\n--B--", ["a", "b"]),
      "CRLF as data": ("pre\n--B \nA: b\n\n\r\n\n--B--", ["\r\n"]),
      "CR as data": ("--B\n\n\r\r\n--B--", ["\r"]),
      "no parts": ("--B--\n", []), "empty part without its line feed": ("--B\n\n--B--\n", [""]),
      "boundary after a CR": ("--B\n\na\n\r--B\n--B--", ["a\n\r--B"]),
    ] as NamedCases<Parts>)
  func `bare line feeds are framing if that leniency is accepted`(body: NamedCase<Parts>) throws {
    let (text, bodies) = body.value
    try expectBodies(bodies, of: text, accepting: .lineFeeds)
    try expectBodies(bodies, of: text, accepting: .lenient)
    #expect(try MultipartParser.mixed(accepting: .foldedHeaders).transcript(of: text).failure != nil)
  }

  @Test(
    arguments: [
      "line feeds": "Content-Disposition: form-data; name=a\n",
      "folded headers": "Content-Disposition: form-data;\r\n name=a\r\n",
      "transfer encodings":
        "Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n",
    ] as NamedCases<String>)
  func `a leniency accepts only its own deviation`(deviation: NamedCase<String>) throws {
    let text = "--B\r\n\(deviation.value)\r\nx\r\n--B--"
    let leniencies: KeyValuePairs<String, MultipartLeniencies> = [
      "line feeds": .lineFeeds, "folded headers": .foldedHeaders, "transfer encodings": .transferEncodings,
      "none": [], "all": .lenient,
    ]
    for (name, leniency) in leniencies {
      let isAccepted = name == deviation.name || name == "all"
      #expect(try MultipartParser.form(accepting: leniency).transcript(of: text).isWhole == isAccepted)
    }
  }

  @Test func `an error is repeated by every later call`() throws {
    var parser = try MultipartParser.mixed()
    let headerWithoutColon = Array("--B\r\nbad\r\n".utf8)
    let good = Array("\r\n\r\n--B--\r\n".utf8)
    var position = 0
    let first = #expect(throws: MultipartError.self) {
      try parser.next(in: headerWithoutColon.span, from: &position)
    }
    position = 0
    let second = #expect(throws: MultipartError.self) { try parser.next(in: good.span, from: &position) }
    let third = #expect(throws: MultipartError.self) { try parser.finish() }
    for error in [first, second, third] {
      #expect(error?.code == .missingColon)
      #expect(error?.byteOffset == 5)
      #expect(error?.partIndex == 0)
    }
  }

  @Test(arguments: [
    ("text/plain; boundary=B", ErrorCode.notMultipart), ("multipart", .notMultipart),
    ("", .notMultipart),
    ("multipart/mixed", .missingBoundary), ("multipart/mixed; boundar=B", .missingBoundary),
    ("multipart/mixed; boundary=", .missingBoundary),
    ("multipart/mixed; boundary=\"\"", .invalidBoundary),
    ("multipart/mixed; boundary=\"B", .invalidBoundary), ("multipart/mixed; boundary=\"", .invalidBoundary),
    (#"multipart/mixed; boundary="B\""#, .invalidBoundary),
    (#"multipart/mixed; boundary="B\"#, .invalidBoundary),
    ("multipart/mixed; boundary=\"B; charset=utf-8", .invalidBoundary),
    ("multipart/mixed; boundary=\"a \"", .invalidBoundary),
    ("multipart/mixed; boundary=a@b", .invalidBoundary), ("multipart/mixed; boundary=é", .invalidBoundary),
    ("multipart/mixed; boundary=" + String(repeating: "x", count: 71), .invalidBoundary),
    ("multipart/mixed; boundary=a; boundary=a", .repeatedBoundary),
    ("multipart/mixed; boundary=a; BOUNDARY=\"b\"", .repeatedBoundary),
  ]) func `a content type without a single valid boundary is an error`(
    type: String, code: ErrorCode
  ) {
    let error = #expect(throws: MultipartError.self) { try MultipartParser(contentType: type) }
    #expect(error?.code == code)
    #expect(error?.byteOffset == 0)
  }

  @Test(arguments: [
    "multipart/mixed;boundary=B", "Multipart/Mixed; Boundary=\"B\"",
    "multipart/x-own; charset=utf-8; boundary=B ; x",
  ]) func `a content type is read in any case, with the boundary quoted or not`(type: String) throws {
    #expect(try MultipartParser(contentType: type).transcript(of: "--B--").isWhole)
  }
}
