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
