extension Corpus.Format {
  /// Makes a valid document whose content an input chooses.
  ///
  /// A fuzzer that changes the input changes the document, which stays valid:
  ///
  /// ```swift
  /// var input = FuzzInput([9, 1, 0, 2, 1, 7])
  /// let document = Corpus.Format.json.document(from: &input)
  /// ```
  ///
  /// - Parameter input: The bytes that choose the content. At their end, the document ends as soon as it can.
  /// - Returns: The document, or `nil` for formats other than JSON, JSON Lines, JSON sequences, multipart (see
  ///   ``MultipartDocument`` for its content type), gzip, zlib, raw deflate and query.
  public func document(from input: inout FuzzInput) -> [UInt8]? {
    switch self {
    case .json: JSONDocumentWriter.document(from: &input)
    case .jsonLines:
      (0..<input.integer(in: 0...4)).flatMap { _ in
        // Strings have no line breaks, so these are between values.
        JSONDocumentWriter.document(from: &input).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } + [0x0A]
      }
    case .jsonSequence:
      (0..<input.integer(in: 0...4)).flatMap { _ in
        [0x1E] + JSONDocumentWriter.document(from: &input) + [0x0A]
      }
    case .multipart: MultipartDocument(from: &input).body
    case .gzip, .zlib, .rawDeflate: deflated(from: &input)
    case .query: QueryDocumentWriter.document(from: &input)
    default: nil
    }
  }

  private func deflated(from input: inout FuzzInput) -> [UInt8] {
    var document: [UInt8] = []
    // Only gzip has members.
    for _ in 0..<(self == .gzip ? input.integer(in: 1...3) : 1) {
      var header = DeflatedDocument.GzipHeader()
      if self == .gzip {
        let flags = input.byte()
        header.isText = flags & 1 != 0
        header.hasChecksum = flags & 2 != 0
        if flags & 4 != 0 { header.extra = input.string() }
        if flags & 8 != 0 { header.name = input.string() }
        if flags & 16 != 0 { header.comment = input.string() }
      }
      var writer = DeflateWriter()
      var content: [UInt8] = []
      let blockCount = input.integer(in: 1...4)
      for block in 1...blockCount {
        let kind = input.choice(of: DeflateWriter.Block.allCases)
        let piece = input.string()
        // A long run of each piece now and then.
        let pieces = Array(repeatElement(piece, count: input.choice(of: [1, 1, 2, 40])).joined())
        content += pieces
        writer.write(pieces[...], as: kind, isLast: block == blockCount)
      }
      writer.finish()
      switch self {
      case .gzip: document += DeflatedDocument.gzip(writer.bytes, of: content, header)
      case .zlib: document += DeflatedDocument.zlib(writer.bytes, of: content)
      default: document += writer.bytes
      }
    }
    return document
  }
}

/// A writer of JSON documents whose values an input chooses.
private enum JSONDocumentWriter {
  private static let maximumDepth = 32
  private static let blanks: [[UInt8]] = [[], [], [], [0x20], [0x0A], [0x09, 0x0D]]

  static func document(from input: inout FuzzInput) -> [UInt8] {
    var text: [UInt8] = []
    write(to: &text, from: &input, depth: 0)
    return text
  }

  private static func write(to text: inout [UInt8], from input: inout FuzzInput, depth: Int) {
    switch input.byte() % (depth < maximumDepth ? 10 : 6) {
    case 0: text += "null".utf8
    case 1: text += (input.bool() ? "true" : "false").utf8
    case 2: text += input.choice(of: JSONEdgeCases.numbers)
    case 3: text += "\(input.integer(in: -1000...1000))".utf8
    case 4: text += input.choice(of: JSONEdgeCases.strings)
    case 5: JSONText.write(string(from: &input), to: &text)
    case 6, 7: writeList("[", "]", to: &text, from: &input) { write(to: &$0, from: &$1, depth: depth + 1) }
    default:
      writeList("{", "}", to: &text, from: &input) { text, input in
        JSONText.write(string(from: &input), to: &text)
        text.append(UInt8(ascii: ":"))
        write(to: &text, from: &input, depth: depth + 1)
      }
    }
  }

  private static func writeList(
    _ open: String, _ close: String, to text: inout [UInt8], from input: inout FuzzInput,
    _ writeElement: (inout [UInt8], inout FuzzInput) -> Void
  ) {
    text += open.utf8
    for index in 0..<Int(input.byte() % 6) {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += input.choice(of: blanks)
      writeElement(&text, &input)
    }
    text += close.utf8
  }

  private static func string(from input: inout FuzzInput) -> String {
    String(decoding: input.bytes(Int(input.byte() % 16)), as: UTF8.self)
  }
}

/// A valid multipart form whose parts an input chooses, with its content type.
public struct MultipartDocument: Sendable, Hashable {
  /// The value of `Content-Type`, with the boundary.
  public let contentType: String
  /// The body.
  public let body: [UInt8]

  private static let boundaries = [
    "b", "----formdata-0123456789", "a'()+_,-./:=?b", String(repeating: "x", count: 70),
  ]

  /// Makes a form.
  ///
  /// - Parameter input: The bytes that choose the parts. At their end, the form ends as soon as it can.
  public init(from input: inout FuzzInput) {
    let boundary = input.choice(of: Self.boundaries)
    let delimiter = Array("\r\n--\(boundary)".utf8)
    var body: [UInt8] = []
    for _ in 0..<input.integer(in: 0...5) {
      body += "--\(boundary)\r\n".utf8
      body += Self.head(from: &input)
      body += Self.content(from: &input, without: delimiter) + [0x0D, 0x0A]
    }
    body += "--\(boundary)--\r\n".utf8
    contentType = "multipart/form-data; boundary=\"\(boundary)\""
    self.body = body
  }

  private static func head(from input: inout FuzzInput) -> [UInt8] {
    let kind = input.byte()
    var head = "Content-Disposition: form-data; name=\"".utf8 + quotable(&input)
    if kind & 1 != 0 { head += "\"; filename=\"".utf8 + quotable(&input) }
    head += "\"\r\n".utf8
    if kind & 2 != 0 {
      head += "Content-Type: \(input.choice(of: ["text/plain", "application/octet-stream"]))\r\n".utf8
    }
    if kind & 4 != 0 { head += "X-A: ".utf8 + quotable(&input) + [0x0D, 0x0A] }
    return head + [0x0D, 0x0A]
  }

  /// Returns UTF-8 in which the bytes that end a quoted name are escaped, as browsers do.
  private static func quotable(_ input: inout FuzzInput) -> [UInt8] {
    String(decoding: input.string(), as: UTF8.self).utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x0D: Array("%0D".utf8)
      case 0x0A: Array("%0A".utf8)
      case 0x22: Array("%22".utf8)
      case 0..<0x20, 0x7F, UInt8(ascii: "\\"): [UInt8(ascii: "_")]
      default: [byte]
      }
    }
  }

  /// Returns bytes that may contain the start of the delimiter, but not all of it.
  private static func content(from input: inout FuzzInput, without delimiter: [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    for _ in 0..<input.integer(in: 0...3) {
      content += input.string().map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
      content += delimiter.prefix(Int(input.byte()) % delimiter.count)
      // What follows cannot complete it: this byte is not in a boundary.
      content.append(UInt8(ascii: "!"))
    }
    return content
  }
}

/// A writer of queries whose pairs an input chooses.
private enum QueryDocumentWriter {
  static func document(from input: inout FuzzInput) -> [UInt8] {
    var text: [UInt8] = []
    for index in 0..<input.integer(in: 0...6) {
      if index > 0 { text.append(UInt8(ascii: "&")) }
      write(string(from: &input), to: &text, &input)
      for _ in 0..<input.byte() % 4 {
        // The index of an array, the key of a nested object, or the next element.
        let part = input.choice(of: [[UInt8](), [UInt8(ascii: "0")], string(from: &input)])
        text += input.bool() ? Array("%5B".utf8) : Array("[".utf8)
        write(part, to: &text, &input)
        text += "]".utf8
      }
      if input.choice(of: [true, true, true, false]) { text.append(UInt8(ascii: "=")) }
      write(string(from: &input), to: &text, &input)
    }
    return text
  }

  private static func string(from input: inout FuzzInput) -> [UInt8] { input.bytes(Int(input.byte() % 12)) }

  /// Appends text in which every byte that needs it is escaped.
  private static func write(_ bytes: [UInt8], to text: inout [UInt8], _ input: inout FuzzInput) {
    let digits = Array((input.bool() ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.append(byte)
      case 0x20: text.append(UInt8(ascii: "+"))
      default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
  }
}
