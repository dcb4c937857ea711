import SluiceBody
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Reading the bytes of a form like those of any source.
@Suite(.timeLimit(.minutes(5))) struct FormReadingTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [1, 2, 3, 7, 64, 1000, 4096, 65_535, 65_536, 65_537, 1 << 20])
  func `any read size gives the same bytes`(_ step: Int) async throws {
    let content = sampleBytes(step < 1000 ? 5000 : 2_500_003)
    let file = try directory.file("file.bin", content)
    let form = try MultipartForm(boundary: .init(parsing: "B")) {
      FormField("title", "Holiday")
      FormFile("file", at: file)
      FormFile("range", at: file, range: 1..<2000)
      FormField("empty", "")
    }
    func head(_ parameters: String, _ lines: String = "") -> [UInt8] {
      Array("--B\r\nContent-Disposition: form-data; name=\(parameters)\r\n\(lines)\r\n".utf8)
    }
    let type = "Content-Type: application/octet-stream\r\n"
    var expected = head("\"title\"") + Array("Holiday\r\n".utf8)
    expected += head("\"file\"; filename=\"file.bin\"", type) + content + Array("\r\n".utf8)
    expected += head("\"range\"; filename=\"file.bin\"", type) + content[1..<2000] + Array("\r\n".utf8)
    expected += head("\"empty\"") + Array("\r\n--B--\r\n".utf8)
    #expect(try form.byteCount == Int64(expected.count))
    let (first, second) = (try form.makeReader(), try form.makeReader())
    #expect(try await readAll(first, step: step) == expected)
    #expect(try await readAll(second, step: step) == expected)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a reader at an offset yields the form's bytes from there on`(seed: UInt64) async throws {
    var forms = RandomForms(seed: seed, alphabet: "ab", in: directory)
    let form = try forms.form().form
    let bytes = try await readAll(form.makeReader())
    var generator = SeededGenerator(seed: seed)
    for offset in [0, bytes.count] + (0..<20).map({ _ in Int.random(in: 0...bytes.count, using: &generator) })
    {
      let isSame = try await readAll(form.makeReader(at: Int64(offset)), step: 997) == Array(bytes[offset...])
      #expect(isSame, "offset \(offset) of \(bytes.count)")
    }
    #expect(throws: BodyError.self) { try form.makeReader(at: Int64(bytes.count) + 1) }
  }

  /// Readers that look at each part would take a minute.
  @Test(.timeLimit(.minutes(1))) func `an offset in a form of very many files is found at once`() async throws
  {
    let path = try directory.file("file", sampleBytes(10))
    let file = FileSource(at: path)
    let form = MultipartForm(parts: (0..<100_000).map { FormFile("f\($0)", file, fileName: "f").part })
    let count = try #require(try form.byteCount)
    for step in 0..<10_000 as Range<Int64> {
      let reader = try form.makeReader(at: count / 10_000 * step)
      if step % 1000 == 0 { #expect(try reader.readOnce(upTo: 10).bytes.count == 10) }
    }
    let tail = try await readAll(form.makeReader(at: count - 4))
    #expect(tail == Array("--\r\n".utf8))
  }

  @Test func `a form made again is the same with the boundaries that the first one has drawn`() async throws {
    let path = try directory.file("file", sampleBytes(10))
    func form(_ title: String = "t") -> MultipartForm {
      MultipartForm {
        FormField("title", title)
        MultipartForm.Part("nested", MultipartForm(.mixed) { FormFile("file", at: path) })
        MultipartForm.Part(
          "joined", .joined([.text("a"), .throttled(MultipartForm(.mixed), maximumRate: 1_000_000)]))
      }
    }
    let (first, second) = (form(), form())
    #expect(try first.identity() != second.identity())
    var texts = first.randomTexts[...]
    #expect(texts.count == 3)
    let again = second.withRandomTexts(&texts)
    #expect(texts.isEmpty)
    #expect(try again.identity() == first.identity())
    #expect(try await readAll(again.makeReader()) == readAll(first.makeReader()))
    #expect(again.contentType == first.contentType)
    texts = first.randomTexts[...]
    #expect(try form("other").withRandomTexts(&texts).identity() != first.identity())
    texts = []
    #expect(try second.withRandomTexts(&texts).identity() == second.identity())
  }

  @Test func `the part at each offset is the one whose bytes are there`() async throws {
    let path = try directory.file("file", sampleBytes(10))
    let form = MultipartForm {
      FormField("title", "t")
      FormField("empty", "")
      FormFile("file", at: path)
    }
    let bodies: [(name: String, fileName: String?, bytes: [UInt8])] = [
      ("title", nil, [UInt8(ascii: "t")]), ("empty", nil, []), ("file", "file", sampleBytes(10)),
    ]
    let bytes = try await form.bytes(step: 1 << 20)
    var expected: [PartProgress] = []
    for (index, body) in bodies.enumerated() {
      let head = try #require(bytes[expected.count...].firstRange(of: Array("\r\n\r\n".utf8)))
      let end = head.upperBound + body.bytes.count
      while expected.count < end {
        let sent = max(0, expected.count - (end - body.bytes.count))
        expected.append(
          PartProgress(
            index: index, name: body.name, fileName: body.fileName, sentByteCount: Int64(sent),
            byteCount: Int64(body.bytes.count)))
      }
    }
    let last = PartProgress(index: 2, name: "file", fileName: "file", sentByteCount: 10, byteCount: 10)
    while expected.count < bytes.count + 2 { expected.append(last) }
    let offsets = 0..<Int64(expected.count)
    #expect(offsets.map { form.part(at: $0) } == expected)
    #expect(offsets.map { ThrottledSource(form, maximumRate: 1).part(at: $0) } == expected)
    #expect(offsets.map { AnyBody.throttled(AnyBody(form), maximumRate: 1).partIfAny(at: $0) } == expected)
  }

  @Test func `the part is unknown without parts, and from the first one of unknown size on`() throws {
    #expect(MultipartForm().part(at: 0) == nil)
    let form = MultipartForm {
      FormField("a", "1")
      MultipartForm.Part("b", AsyncSource(AsyncStream<[UInt8]> { $0.finish() }))
      FormField("c", "3")
    }
    let first = try #require(form.part(at: 0))
    #expect(first.index == 0)
    #expect((0..<400).map { form.part(at: $0)?.index }.last == .some(nil))
    #expect(!(0..<400).contains { (form.part(at: $0)?.index ?? 0) > 0 })
  }

  /// Quadratic work would take minutes.
  @Test(.timeLimit(.minutes(1))) func `a form of very many parts takes linear time`() async throws {
    var form = MultipartForm(boundary: try .init(parsing: "B"))
    for index in 0..<20_000 { form.append(FormField("n", "\(index % 10)")) }
    let count = Int64(
      20_000 * "--B\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n0\r\n".utf8.count + 7)
    #expect(try form.byteCount == count)
    #expect(try await form.bytes(step: 1000).count == count)
  }

  /// The argument is the seed, which reproduces the form and the read sizes.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a form has as many bytes as declared, the same at any read size`(seed: UInt64) async throws {
    var forms = RandomForms(seed: seed, alphabet: "ab \"\r\n\\%2;=ü🎉\u{301}", in: directory)
    let form = try forms.form().form
    let announced = try form.byteCount
    let bytes = try await form.bytes(step: 1 << 20)
    #expect(announced == Int64(bytes.count))
    #expect(form.isReplayable)
    let step = Int.random(in: 1...200, using: &forms.generator)
    #expect(try await form.bytes(step: step) == bytes, "in steps of \(step)")
    var chunks: [UInt8] = []
    for try await chunk in form.chunks(ofUpTo: step) { chunks += chunk }
    #expect(chunks == bytes, "in chunks of \(step)")
    try directory.file("written")
    let file = try directory.openForWriting("written")
    #expect(try await form.write(toFileDescriptor: file.rawValue) == announced)
    #expect(try directory.contents("written") == bytes)
  }
}
