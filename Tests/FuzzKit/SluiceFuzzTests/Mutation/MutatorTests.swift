import FoundationEssentials
import SluiceBody
import SluiceFuzz
import SluiceGzip
import SluiceMultipart
import Testing

@Suite(.timeLimit(.minutes(3))) struct MutatorTests {
  private static let formats: [Corpus.Format?] = Corpus.Format.allCases + [nil]

  @Test(arguments: formats) func `the same seed gives the same variant, within the limit`(
    _ format: Corpus.Format?
  ) {
    let mutator = Mutator(format, words: [Array("word".utf8)])
    var (first, second) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7))
    let samples = Self.samples(of: format)
    var input = samples[0]
    var (changes, overruns, differences) = (0, 0, 0)
    for run in 0..<400 {
      let limit = run % 3 == 0 ? run % 400 : 1000
      let before = input
      var copy = input
      mutator.mutate(&input, upTo: limit, using: &first)
      mutator.mutate(&copy, upTo: limit, using: &second)
      if input != copy { differences += 1 }
      if input.count > limit { overruns += 1 }
      if input != before { changes += 1 }
      if run % 5 == 0 {
        let other = samples[run % samples.count]
        let crossed = mutator.cross(input, with: other, upTo: limit, using: &first)
        if crossed != mutator.cross(input, with: other, upTo: limit, using: &second) { differences += 1 }
        if crossed.count > limit { overruns += 1 }
        input = crossed
      }
      if run % 20 == 19 { input = samples[run / 20 % samples.count] }
    }
    #expect(overruns == 0)
    #expect(differences == 0)
    #expect(changes > 320)
  }

  @Test(arguments: formats) func `a large input is changed, within the limit`(
    _ format: Corpus.Format?
  ) {
    let mutator = Mutator(format)
    var generator = SeededGenerator(seed: 3)
    for pattern in ["[", "{\"a\":", "\"", "--\r\n", "--b\n", "a=b&", "<a>", "\u{1e}", ":;,", "\r", "-", " "] {
      // Debug builds take a second for a million bytes.
      let byteCount = pattern == "[" ? 1 << 16 : 1 << 12
      var input = Array(repeatElement(Array(pattern.utf8), count: byteCount / pattern.utf8.count).joined())
      mutator.mutate(&input, upTo: 1 << 20, using: &generator)
      _ = mutator.cross(input, with: Array("[1]".utf8), upTo: 1 << 20, using: &generator)
      #expect(input.count <= 1 << 20)
    }
  }

  @Test(arguments: formats) func `empty inputs grow, and a limit of 0 gives an empty input`(
    _ format: Corpus.Format?
  ) {
    let mutator = Mutator(format)
    var generator = SeededGenerator(seed: 5)
    var grown = 0
    for _ in 0..<200 {
      var input: [UInt8] = []
      mutator.mutate(&input, upTo: 100, using: &generator)
      if !input.isEmpty { grown += 1 }
      var full = Array("[1, 2]".utf8)
      mutator.mutate(&full, upTo: 0, using: &generator)
      #expect(full == [])
      #expect(mutator.cross([1, 2], with: [3], upTo: 0, using: &generator) == [])
      #expect(mutator.cross([], with: [], upTo: 9, using: &generator).count <= 9)
    }
    #expect(grown > 60)
  }

  // MARK: Validity

  @Test func `most variants of valid JSON are valid`() {
    let share = Self.share(of: .json) { (try? FoundationParser.check($0)) != nil }
    #expect(share >= 0.6, "\(share)")
    // Neither are they all: errors are needed, too.
    #expect(share < 0.97, "\(share)")
  }

  @Test(arguments: [(Corpus.Format.gzip, Inflater.Format.gzip), (.zlib, .deflate), (.rawDeflate, .raw)])
  func `most variants of compressed data can be decompressed`(
    _ format: Corpus.Format, _ inflated: Inflater.Format
  ) {
    let share = Self.share(of: format) { (try? Self.inflate($0, inflated)) != nil }
    #expect(share >= 0.6, "\(share)")
    #expect(share < 0.97, "\(share)")
  }

  @Test func `most variants of multipart bodies can be parsed`() {
    let share = Self.share(of: .multipart) { body in
      guard var parser = try? MultipartParser(contentType: "multipart/form-data; boundary=b1") else {
        return false
      }
      var position = 0
      do {
        while try parser.next(in: body.span, from: &position) != nil {}
        while try parser.finish() != nil {}
        return true
      } catch {
        return false
      }
    }
    #expect(share >= 0.5, "\(share)")
    #expect(share < 0.97, "\(share)")
  }

  @Test(arguments: [Corpus.Format.protobuf, .webSocket])
  func `most variants of fields with lengths end where a field ends`(_ format: Corpus.Format) {
    let share = Self.share(of: format) { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        guard let count = format == .protobuf ? Self.fieldLength(rest) : Self.frameLength(rest),
          count <= rest.count
        else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    #expect(share >= 0.6, "\(share)")
    #expect(share < 0.97, "\(share)")
  }

  private static func fieldLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let tag = varint(bytes) else { return nil }
    let value = varint(bytes.dropFirst(tag.count)) ?? (0, 0)
    switch tag.value % 8 {
    case 0: return value.count > 0 ? tag.count + value.count : nil
    case 1: return tag.count + 8
    case 2: return value.count > 0 && value.value < 10_000 ? tag.count + value.count + Int(value.value) : nil
    case 3, 4: return tag.count
    case 5: return tag.count + 4
    default: return nil
    }
  }

  private static func varint(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, count: Int)? {
    guard let end = bytes.prefix(10).firstIndex(where: { $0 < 0x80 }) else { return nil }
    return (
      bytes[bytes.startIndex...end].reversed().reduce(0) { $0 << 7 | UInt64($1 & 0x7F) },
      end - bytes.startIndex + 1
    )
  }

  private static func frameLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    let head = Array(bytes.prefix(10))
    guard head.count >= 2 else { return nil }
    let mask = head[1] >= 0x80 ? 4 : 0
    switch head[1] & 0x7F {
    case 126: return head.count < 4 ? nil : 4 + mask + Int(head[2]) * 256 + Int(head[3])
    case 127: return nil
    default: return 2 + mask + Int(head[1] & 0x7F)
    }
  }

  @Test func `variants of compressed data have blocks of all kinds, and optional fields`() throws {
    let mutator = Mutator(.gzip)
    var generator = SeededGenerator(seed: 2)
    var (flags, blocks): (UInt8, Set<UInt8>) = (0, [])
    for _ in 0..<500 {
      var input = Self.samples(of: .gzip)[0]
      mutator.mutate(&input, upTo: 2000, using: &generator)
      guard input.count > 18, (try? Self.inflate(input, .gzip)) != nil else { continue }
      flags |= input[3]
      if input[3] == 0 { blocks.insert(input[10] >> 1 & 3) }
    }
    #expect(flags == 0b1_1111)
    #expect(blocks == [0, 1, 2])
  }

  @Test func `words of a dictionary occur in variants`() {
    let word = Array("sluice-word".utf8)
    for format in Self.formats where format?.isDeflated != true {
      let mutator = Mutator(format, words: [word])
      var generator = SeededGenerator(seed: 9)
      let found = (0..<2000).contains { _ in
        var input = Self.samples(of: format)[0]
        mutator.mutate(&input, upTo: 2000, using: &generator)
        return input.windows(of: word.count).contains { $0.elementsEqual(word) }
      }
      #expect(found, "\(format?.rawValue ?? "bytes")")
    }
  }

  @Test func `a variant of two JSON texts has values of both`() {
    let mutator = Mutator(.json)
    var generator = SeededGenerator(seed: 1)
    let (a, b) = (Array(#"{"a":[1,{"x":2}]}"#.utf8), Array(#"{"b":["other"]}"#.utf8))
    let crossed = (0..<200).map { _ in
      String(decoding: mutator.cross(a, with: b, upTo: 200, using: &generator), as: UTF8.self)
    }
    #expect(crossed.contains { $0.contains("other") && $0.hasPrefix(#"{"a":["#) })
  }

  // MARK: Samples

  /// Returns the share of variants, up to three changes from a valid input, that `isValid` accepts.
  private static func share(of format: Corpus.Format, _ isValid: ([UInt8]) -> Bool) -> Double {
    let mutator = Mutator(format)
    var generator = SeededGenerator(seed: 11)
    var valid = 0
    let count = 3000
    for run in 0..<count {
      let samples = samples(of: format)
      var input = samples[run % samples.count]
      mutator.mutate(&input, upTo: 4096, using: &generator)
      if isValid(input) { valid += 1 }
    }
    return Double(valid) / Double(count)
  }

  private static func samples(of format: Corpus.Format?) -> [[UInt8]] {
    let json = [
      #"{"id": 12, "tags": ["a", "b\n", "é"], "x": {"y": [null, true, -1.5e3]}}"#, "[1, [2, [3]]]",
      "\"text\"", "7",
    ]
    let form = [
      "--b1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue\r\n--b1--\r\n",
      "--b1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b1\r\n"
        + "Content-Disposition: form-data; name=\"f\"; filename=\"x\"\r\nContent-Type: text/plain\r\n\r\nfile\r\n\r\n--b1--\r\n",
    ]
    let texts: [String]
    switch format {
    case .json: texts = json
    case .jsonLines: texts = ["{\"a\":1}\n[2]\n3\n", "null\n"]
    case .jsonSequence: texts = ["\u{1e}{\"a\":1}\n\u{1e}[2]\n", "\u{1e}1\n"]
    case .multipart: texts = form
    case .gzip: return json.map { deflated(.gzip, $0) }
    case .zlib: return json.map { deflated(.zlib, $0) }
    case .rawDeflate: return json.map { deflated(.raw, $0) }
    case .query: texts = ["a[b]=1&a[c]=2&d.e=%20x&f=&g", "a=1"]
    case .url: texts = ["https://user@example.com:8443/a/../b?c=d#e"]
    case .mediaType: texts = ["text/html; charset=\"utf-8\"; q=0.5"]
    case .contentDisposition: texts = ["form-data; name=\"a\"; filename*=UTF-8''b"]
    case .setCookie: texts = ["a=b; Path=/; Max-Age=10; Secure"]
    case .httpHead: texts = ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\nX: y\r\n\r\n"]
    case .serverSentEvents: texts = ["id: 1\ndata: a\ndata: b\n\n:c\n"]
    case .propertyListXML: texts = ["<plist><dict><key>a</key><integer>1</integer></dict></plist>"]
    case .httpDate: texts = ["Thu, 01 Jan 1970 00:00:00 GMT"]
    case .propertyListBinary, nil: texts = ["bplist00 12 some bytes \u{0}\u{8}"]
    case let format?:
      return Corpus.entries(format).filter { $0.verdict == .accept && !$0.bytes.isEmpty }.map(\.bytes)
    }
    return texts.map { Array($0.utf8) }
  }

  private static func deflated(_ format: DeflateFormat, _ text: String) -> [UInt8] {
    var output: [UInt8] = []
    guard let deflater = try? Deflater(format) else { return output }
    deflater.append(Array(text.utf8).span, to: &output)
    deflater.finish(to: &output)
    return output
  }

  private static func inflate(_ bytes: [UInt8], _ format: Inflater.Format) throws -> [UInt8] {
    let inflater = try Inflater(format, limits: .init(maximumByteCount: 1 << 22))
    var output: [UInt8] = []
    try inflater.append(bytes.span, to: &output)
    try inflater.finish()
    return output
  }
}

/// Foundation's parser, which is another one than the mutators'.
private enum FoundationParser {
  private enum Anything: Decodable {
    case anything

    init(from decoder: any Decoder) { self = .anything }
  }

  static func check(_ bytes: [UInt8]) throws {
    _ = try JSONDecoder().decode(Anything.self, from: Data(bytes))
  }
}

extension Corpus.Format {
  fileprivate var isDeflated: Bool { self == .gzip || self == .zlib || self == .rawDeflate }
}

extension [UInt8] {
  fileprivate func windows(of count: Int) -> some Sequence<ArraySlice<UInt8>> {
    (0..<Swift.max(self.count - count + 1, 0)).lazy.map { self[$0..<$0 + count] }
  }
}
