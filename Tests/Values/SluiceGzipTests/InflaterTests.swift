import FoundationEssentials
import SluiceGzip
import SluiceTestSupport
import Testing

/// Decompression of other programs' output, and of malformed data.
@Suite(.timeLimit(.minutes(5))) struct InflaterTests {
  private let text = Array("the quick brown fox, the quick brown dog\n".utf8)

  // MARK: Formats

  @Test func `the format is detected by the first bytes`() throws {
    for (name, bytes) in samples {
      for format in DeflateFormat.allCases {
        let compressed = try Deflater.bytes(bytes, format)
        for step in [1, 2, 3, 10_000] {
          #expect(try Inflater.bytes(compressed, .automatic, step: step) == bytes, "\(name) \(format)")
          if format != .gzip { #expect(try Inflater.bytes(compressed, .deflate, step: step) == bytes) }
        }
      }
    }
  }

  @Test(arguments: [
    (Inflater.Format.gzip, DeflateFormat.zlib), (.gzip, .raw), (.deflate, .gzip), (.raw, .zlib),
    (.raw, .gzip),
  ]) func `data in another format than the given one is an error`(
    expected: Inflater.Format, actual: DeflateFormat
  ) throws {
    let compressed = try Deflater.bytes(text, actual)
    #expect(throws: GzipError.self) { try Inflater.bytes(compressed, expected) }
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled), arguments: [31, 15, -15])
  func `data compressed by Python decompresses to the original`(windowBits: Int) throws {
    // A single process, because the start of one takes longer than all of this.
    let levels = [0, 1, 6, 9]
    let compressed: [[Data]] = try ScriptOracle.python3.run(
      """
      import base64, json, zlib
      def compressed(data, level):
          compressor = zlib.compressobj(level, zlib.DEFLATED, \(windowBits), 9, level % 5)
          parts = [compressor.compress(data[:1000]), compressor.flush(zlib.Z_FULL_FLUSH),
                   compressor.compress(data[1000:]), compressor.flush()]
          return base64.b64encode(b"".join(parts)).decode()
      samples = [base64.b64decode(text) for text in input]
      print(json.dumps([[compressed(data, level) for level in \(levels)] for data in samples]))
      """, input: samples.map { Data($0.bytes) })
    #expect(compressed.count == samples.count)
    for ((name, bytes), outputs) in zip(samples, compressed) {
      #expect(outputs.count == levels.count)
      for (level, output) in zip(levels, outputs) {
        #expect(try Inflater.bytes(Array(output), step: 777) == bytes, "\(name), level \(level)")
      }
    }
  }

  // MARK: gzip's headers and trailers

  /// Returns a member with the header fields that `flags` announces (RFC 1952 §2.3) and the right checksum.
  private func member(flags: UInt8, fields: [UInt8], mtime: [UInt8] = [0, 0, 0, 0], content: [UInt8]) throws
    -> [UInt8]
  {
    let plain = try Deflater.bytes(content)
    return [0x1F, 0x8B, 8, flags] + mtime + [0, 3] + fields + plain.dropFirst(10)
  }

  /// Returns the checksum of a header: the low half of its CRC-32.
  private func headerChecksum(_ header: [UInt8]) throws -> [UInt8] {
    // A stored member of those bytes has their checksum in its trailer.
    Array(try Deflater.bytes(header).suffix(8).prefix(2))
  }

  @Test func `all fields of a gzip header are skipped, and its checksum is checked`() throws {
    let extra: [UInt8] = [4, 0, 1, 2, 3, 4]
    let name = Array("name.txt".utf8) + [0]
    let comment = Array("a comment".utf8) + [0]
    let cases: NamedCases<(flags: UInt8, fields: [UInt8])> = [
      "none": (0, []), "text": (1, []), "extra": (4, extra), "empty extra": (4, [0, 0]), "name": (8, name),
      "comment": (16, comment), "empty name": (8, [0]), "extra, name, comment": (28, extra + name + comment),
    ]
    for example in cases {
      let (flags, fields) = example.value
      for mtime: [UInt8] in [[0, 0, 0, 0], [1, 2, 3, 4]] {
        let whole = try member(flags: flags, fields: fields, mtime: mtime, content: text)
        #expect(try Inflater.bytes(whole) == text, "\(example)")
        #expect(try Inflater.bytes(whole, step: 1) == text, "\(example)")
        let header: [UInt8] = [0x1F, 0x8B, 8, flags | 2] + mtime + [0, 3] + fields
        var checked = header
        checked += try headerChecksum(header)
        checked += try Deflater.bytes(text).dropFirst(10)
        #expect(try Inflater.bytes(checked) == text, "\(example)")
        var wrong = checked
        wrong[header.count] ^= 1
        expectError(.invalidHeader, for: wrong)
      }
    }
    let reservedFlag = try member(flags: 32, fields: [], content: text)
    expectError(.invalidHeader, for: reservedFlag)
    let unknownMethod = [0x1F, 0x8B, 7] + (try Deflater.bytes(text).dropFirst(3))
    expectError(.invalidHeader, for: unknownMethod)
  }

  @Test func `several gzip members decompress to their concatenation`() throws {
    let one = try Deflater.bytes(text)
    let none = try Deflater.bytes([])
    for step in [1, 17, .max] {
      #expect(try Inflater.bytes(one + none + one + one, .gzip, step: step) == text + text + text)
      #expect(try Inflater.bytes(none, step: step) == [])
    }
  }

  @Test func `zeros may follow the last gzip member, and nothing may follow the zeros`() throws {
    let one = try Deflater.bytes(text)
    for count in [1, 511, 100_000] {
      let padding = [UInt8](repeating: 0, count: count)
      for step in [1, 1_000] where step * 1_000 >= count || count < 1_000 {
        #expect(try Inflater.bytes(one + padding, step: step) == text)
        expectError(.trailingGarbage, for: one + padding + [1], step: step)
        expectError(.trailingGarbage, for: one + padding + one, step: step)
      }
    }
  }

  @Test func `any other bytes after the end are an error`() throws {
    for format in DeflateFormat.allCases {
      let one = try Deflater.bytes(text, format)
      for garbage: [UInt8] in [[1], [0x20], [0xFF, 0], [0x8B, 0x1F]] {
        expectError(.trailingGarbage, for: one + garbage, Inflater.Format(format), at: Int64(one.count))
        expectError(.trailingGarbage, for: one + garbage, Inflater.Format(format), step: 1)
      }
    }
    // Only gzip is padded.
    for format in [DeflateFormat.zlib, .raw] {
      expectError(.trailingGarbage, for: try Deflater.bytes(text, format) + [0], Inflater.Format(format))
    }
    let halfOfTheNextMagic = try Deflater.bytes(text) + [0x1F, 0]
    #expect(throws: GzipError.self) { try Inflater.bytes(halfOfTheNextMagic) }
  }

  // MARK: Malformed data

  @Test(arguments: DeflateFormat.allCases) func `data cut at any byte is an error at the cut`(
    format: DeflateFormat
  ) throws {
    let one = try Deflater.bytes(text, format)
    for count in 0..<one.count {
      let cut = Array(one.prefix(count))
      expectError(.truncated, for: cut, Inflater.Format(format), at: Int64(count))
      if count > 1 || format == .gzip { expectError(.truncated, for: cut, .automatic, step: 1) }
      // The output before the cut is right.
      let inflater = try Inflater(Inflater.Format(format))
      var output: [UInt8] = []
      try inflater.append(cut.span, to: &output)
      #expect(text.starts(with: output))
    }
    let two = one + one
    if format == .gzip {
      for count in one.count + 1..<two.count { expectError(.truncated, for: Array(two.prefix(count))) }
    }
  }

  @Test func `an error is final, also that of a cut`() throws {
    let compressed = try Deflater.bytes(text)
    let inflater = try Inflater(.gzip)
    var output: [UInt8] = []
    let (start, rest) = (Array(compressed.prefix(20)), Array(compressed.dropFirst(20)))
    try inflater.append(start.span, to: &output)
    let error = try #require(throws: GzipError.self) { try inflater.finish() }
    #expect(error.code == .truncated)
    #expect(throws: error) { try inflater.append(rest.span, to: &output) }
    #expect(throws: error) { try inflater.finish() }
  }

  @Test func `a flipped bit in a checksum or a length is an error`() throws {
    let one = try Deflater.bytes(text)
    for bit in 0..<64 {
      var flipped = one
      flipped[one.count - 8 + bit / 8] ^= 1 << UInt8(bit % 8)
      expectError(bit < 32 ? .checksumMismatch : .lengthMismatch, for: flipped)
    }
    let zlib = try Deflater.bytes(text, .zlib)
    for bit in 0..<32 {
      var flipped = zlib
      flipped[zlib.count - 4 + bit / 8] ^= 1 << UInt8(bit % 8)
      expectError(.checksumMismatch, for: flipped, .deflate)
    }
  }

  @Test func `a flipped bit never gives other bytes`() throws {
    let content = Array(samples[3].bytes.prefix(500)) + Array(samples[4].bytes.prefix(500))
    let one = try Deflater.bytes(content)
    var harmless: [Int] = []
    for bit in 0..<one.count * 8 {
      var flipped = one
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      do {
        let bytes = try Inflater.bytes(flipped, .gzip, limits: .init(maximumByteCount: 1 << 20))
        #expect(bytes == content, "bit \(bit)")
        harmless.append(bit)
      } catch {
        #expect(error is GzipError, "bit \(bit)")
      }
    }
    // The flag for text, the time, extra flags and system (RFC 1952 §2.3.1), and the padding of the last byte.
    #expect(harmless.filter { $0 < (one.count - 9) * 8 } == [24] + (32..<80))
  }

  @Test func `random bytes give an error or output within the limit`() {
    var generator = SeededGenerator(seed: 5)
    for count in 0..<2_000 {
      let bytes = generator.bytes(count % 200)
      for format in Inflater.Format.allCases {
        let output = try? Inflater.bytes(
          bytes, format, limits: .init(maximumByteCount: 1 << 20), step: 1 + count % 7)
        #expect((output?.count ?? 0) <= 1 << 20)
      }
    }
  }

  /// A stream that needs a dictionary: FDICT and the dictionary's checksum (RFC 1950 §2.2).
  private static let presetDictionary: [UInt8] = [0x78, 0xBB, 0, 0, 0, 1, 3, 0]

  @Test func `a preset dictionary is an error`() {
    expectError(.invalidHeader, for: Self.presetDictionary, .deflate)
  }

  @Test func `an error is repeated by every later call`() throws {
    let inflater = try Inflater(.gzip)
    var output: [UInt8] = []
    let good = try Deflater.bytes(text)
    var errors: [GzipError] = []
    for piece in [[1, 2, 3], good, []] {
      do { try inflater.append(piece.span, to: &output) } catch { errors.append(error) }
    }
    do { try inflater.finish() } catch { errors.append(error) }
    #expect(errors.count == 4 && Set(errors).count == 1 && output == [])
  }

  // MARK: Room

  @Test func `zero to three bytes of room for output are enough`() throws {
    for format in DeflateFormat.allCases {
      let compressed = try Deflater.bytes(text, format)
      let inflater = try Inflater(format == .gzip ? .gzip : .deflate)
      var output: [UInt8] = []
      // No memory at all is not the same as room for zero bytes.
      var none = OutputSpan<UInt8>()
      var offset = try inflater.inflate(compressed.span, into: &none)
      for room in 0...3 {
        var isStuck = false
        while !isStuck {
          let (before, count) = (offset, output.count)
          try output.append(addingCapacity: room) {
            offset += try inflater.inflate(compressed.span.extracting(offset...), into: &$0)
          }
          isStuck = offset == before && output.count == count
        }
      }
      try inflater.finish()
      #expect(output == text && offset == compressed.count)
    }
  }

  /// The first two bytes of a stored block, which lack one property of a header of zlib each (RFC 1950 §2.2).
  @Test(
    arguments: [
      "another method": (0x79, 24), "a window above 32 KiB": (0x88, 28), "no multiple of 31": (0x78, 2),
    ] as NamedCases<(first: UInt8, count: UInt8)>)
  func `what only resembles a header of zlib is read as raw data`(
    start: NamedCase<(first: UInt8, count: UInt8)>
  ) throws {
    let bytes = Array(0..<start.value.count)
    var document = [start.value.first, start.value.count, 0, ~start.value.count, 0xFF] + bytes
    // An empty block ends the data, unless the first one is the last.
    if start.value.first & 1 == 0 { document += [1, 0, 0, 0xFF, 0xFF] }
    #expect(try Inflater.bytes(document) == bytes)
  }

  @Test func `garbage after padding is reported at its byte`() throws {
    let member = try Deflater.bytes(text)
    let error = #expect(throws: GzipError.self) { try Inflater.bytes(member + [0, 0, 5]) }
    #expect(error?.code == .trailingGarbage && error?.byteOffset == Int64(member.count + 2))
  }

  @Test func `input is left over only if the output is full`() throws {
    let members = try Deflater.bytes(text) + Deflater.bytes(text) + [0, 0, 0]
    for room in [2 * text.count, 2 * text.count + 1] {
      let inflater = try Inflater(.gzip)
      var consumedByteCount = 0
      let output = try [UInt8](capacity: room) {
        consumedByteCount = try inflater.inflate(members.span, into: &$0)
      }
      #expect(output == text + text)
      if output.count < room { #expect(consumedByteCount == members.count) }
    }
  }

  private func expectError(
    _ code: ErrorCode, for bytes: [UInt8], _ format: Inflater.Format = .gzip, step: Int = .max,
    at offset: Int64? = nil, location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: GzipError.self, sourceLocation: location) {
      try Inflater.bytes(bytes, format, step: step)
    }
    #expect(error?.code == code, "\(String(describing: error))", sourceLocation: location)
    if let offset { #expect(error?.byteOffset == offset, sourceLocation: location) }
    #expect((0...Int64(bytes.count)).contains(error?.byteOffset ?? -1), sourceLocation: location)
  }
}
