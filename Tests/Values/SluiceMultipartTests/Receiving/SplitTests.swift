import SluiceBody
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Bodies cut into pieces at any byte.
@Suite(.timeLimit(.minutes(5))) struct SplitTests {
  static let bodies: NamedCases<String> = [
    "look-alikes in a file":
      "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B\r\ncontent-disposition:form-data;name=b;"
      + "filename=\"é\"\r\nContent-Type: text/plain\r\nContent-Length: 24\r\n\r\n\r\n--BX\r\n--B-\r\n--B--x\r\n--\r\n--B-- \r\nend",
    "look-alikes in the preamble and in data":
      "pre\r\namble\n--BX\r\n--B \t\r\nContent-Disposition: form-data; name=x\r\n\r\n\r\r\r\n\n\r\n-\r\n--\r\n--B \t x\r\n"
      + "--B\r\r\n--B\r\nContent-Disposition: form-data; name=y\r\n\r\n--B--",
    "line feed before the first boundary": "\n--B\r\n\r\nx\r\n--B--",
    "line feed in the preamble": "pre\n--B\r\n\r\nx\r\n--B--",
    "byte order mark and a blank before the first boundary": "\u{FEFF} --B \r\n\r\nx\r\n--B--",
    "first boundary without dashes": "B\r\n--B\r\n\r\nx\r\n--B--",
    "bare line feeds and a folded header":
      "--B\nContent-Disposition: form-data;\n name=a\n\n1\n--B\nX: y\n\n\n--B--\n",
    "bare carriage return in a header": "--B\r\nA: b\rc\r\n", "NUL in a header": "--B\r\nA: \0\r\n",
    "part longer than its length":
      "--B\r\nContent-Length: 3\r\nContent-Disposition: form-data; name=x\r\n\r\n1234",
    "part without a name": "--B\r\nContent-Disposition: x\r\n\r\n",
    "long header line": "--B\r\nA:" + String(repeating: "b", count: 60) + "\r\n\r\n--B--", "empty": "",
  ]

  static let parsers: [MultipartParser] = {
    var tight = MultipartLimits()
    (tight.maximumPartByteCount, tight.maximumHeaderLineByteCount, tight.maximumHeaderByteCount) = (
      12, 50, 60
    )
    (tight.maximumPreambleByteCount, tight.maximumByteCount, tight.maximumPartCount) = (8, 150, 1)
    return [MultipartLimits(), tight].flatMap { limits in
      [[], MultipartLeniencies.lenient].flatMap { leniencies in
        ["form-data", "mixed"].compactMap {
          try? MultipartParser(
            contentType: "multipart/\($0); boundary=B", limits: limits, accepting: leniencies)
        }
      }
    }
  }()

  @Test(arguments: bodies) func `a body cut in two or byte by byte is parsed the same`(
    body: NamedCase<String>
  ) {
    let bytes = Array(body.value.utf8)
    for parser in Self.parsers {
      let whole = parser.transcript(of: bytes)
      #expect(Transcript(of: bytes, cuts: Array(0..<bytes.count), by: parser) == whole)
      for cut in 0...bytes.count {
        let inTwo = Transcript(of: bytes, cuts: [cut], by: parser)
        #expect(inTwo == whole, "cut at \(cut)")
      }
    }
  }

  @Test(arguments: 0..<12) func `random framing bytes cut at random are parsed the same`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "\r\n", "\r\n--B", "\r\n--B--", "--B\r\n", "\r", "\n", "-", "--", "B", " ", "\t", "\r\n\r\n", "A: b",
      ":", "x", "\0",
      "Content-Disposition: form-data; name=\"n\"\r\n\r\n", "\r\n--B\r\n\r\n",
    ]
    for _ in 0..<40 {
      let start =
        Bool.random(using: &random) ? "--B\r\n\r\n" : "--B\r\nContent-Disposition: form-data; name=a\r\n\r\n"
      let text = start + (0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let bytes = Array(text.utf8)
      for parser in Self.parsers {
        let whole = parser.transcript(of: bytes)
        let cuts = (0..<6).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
        #expect(Transcript(of: bytes, cuts: cuts, by: parser) == whole, "\(text.debugDescription) \(cuts)")
        #expect(
          Transcript(of: bytes, cuts: Array(0..<bytes.count), by: parser) == whole, "\(text.debugDescription)"
        )
      }
    }
  }

  @Test func `a boundary is found after any number of bytes up to 5,119`() throws {
    let parser = try MultipartParser.mixed()
    let sample = Array("--B\r\n\r\n".utf8) + sampleBytes(5119)
    for size in 0..<5120 {
      let bytes = sample[..<(size + 7)] + Array("\r\n--B--".utf8)
      var transcript = Transcript(
        of: Array(bytes), cuts: size % 3 == 0 ? [] : Array(stride(from: 0, to: bytes.count, by: 1024)),
        by: parser)
      #expect(transcript.isWhole)
      let body = transcript.parts.popLast()?.bytes ?? []
      let isSame = body.count == size && body[...] == sample[7..<(size + 7)]
      #expect(isSame, "\(size)")
    }
  }

  @Test func `a boundary is found after bytes that begin and end like it`() throws {
    let parser = try MultipartParser.mixed()
    for count in 0..<300 {
      let body = String(String(repeating: "\rxxxB", count: 60).prefix(count))
      #expect(parser.transcript(of: "--B\r\n\r\n\(body)\r\n--B--").bodies == [body], "\(count)")
    }
  }

  @Test func `a body that ends before the closing boundary is an error`() throws {
    let parser = try MultipartParser.form()
    let head = "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
    let body = Array((head + "1\r\n" + head + "\r\n--B--\r\nepilogue").utf8)
    let end = body.count - "\r\nepilogue".utf8.count
    for count in 0...body.count {
      let transcript = parser.transcript(of: Array(body[..<count]))
      #expect(transcript.isWhole == (count >= end), "\(count)")
      #expect((transcript.failure == nil) == (count >= end), "\(count)")
    }
  }

  @Test func `the bytes of a body come in few pieces`() throws {
    let text = "--B\r\n\r\n" + String(repeating: "\r\n--BX\r\n--B-", count: 1000) + "\r\n--B--"
    #expect(try MultipartParser.mixed().transcript(of: text).pieceCount == 1)
    let cuts = Array(stride(from: 100, to: text.utf8.count, by: 100))
    #expect(Transcript(of: Array(text.utf8), cuts: cuts, by: try .mixed()).pieceCount <= 2 * cuts.count + 2)
  }
}
