import SluiceZstd
import Testing

/// Frames of zstd, as RFC 8878 and RFC 9659 describe them.
@Suite(.timeLimit(.minutes(5))) struct ZstdDecoderTests {
  private func frame(_ bytes: [UInt8]) throws -> [UInt8] { try TestedCoding.zstd.encode(bytes) }

  private func skippable(_ content: [UInt8], kind: UInt8 = 0) -> [UInt8] {
    let count = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
    return [0x50 | kind, 0x2A, 0x4D, 0x18] + count + content
  }

  /// Decodes in one piece and in single bytes, which must give the same.
  private func decode(_ bytes: [UInt8]) throws -> Decoding {
    let decoding = try Decoding(bytes, .zstd)
    let bytewise = try Decoding(bytes, .zstd, step: 1, room: 5)
    #expect(bytewise.failure == decoding.failure && bytewise.offset == decoding.offset)
    // The start of a raw block is passed on before its end shows that the size is wrong.
    #expect(bytewise.output == decoding.output || decoding.failure == "corrupt")
    return decoding
  }

  @Test func `the frame in the documentation has these bytes`() throws {
    let bytes: [UInt8] = [
      0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x02, 0x11, 0x00, 0x00, 0x68, 0x69, 0xFA, 0x38, 0x26, 0xEA,
    ]
    #expect(try TestedCoding.zstd.decode(bytes) == Array("hi".utf8))
    #expect(try decode(bytes).output == Array("hi".utf8))
  }

  @Test func `frames are concatenated, and skippable frames are skipped`() throws {
    let empty = try frame([])
    for (name, bytes, expected) in [
      ("two", try frame([1]) + frame([2, 3]), [1, 2, 3]),
      ("empty", empty + empty, []),
      ("empty before", try empty + frame([1]), [1]),
      ("skippable before", try skippable([9, 9]) + frame([1]), [1]),
      ("skippable after", try frame([1]) + skippable([9], kind: 15), [1]),
      ("skippable between", try frame([1]) + skippable([]) + skippable(noise(100)) + frame([2]), [1, 2]),
      ("skippable alone", skippable([9]), []),
    ] as [(String, [UInt8], [UInt8])] {
      let decoding = try decode(bytes)
      #expect(decoding.failure == nil && decoding.output == expected, "\(name)")
      #expect(decoding.offset == bytes.count, "\(name)")
      #expect(try decode(bytes + [0]).failure == "trailing-garbage", "\(name)")
      #expect(try decode(bytes + bytes.prefix(3)).failure == "truncated", "\(name)")
    }
  }

  @Test func `a skippable frame without its end is truncated`() throws {
    let bytes = skippable([1, 2, 3])
    for count in 0..<bytes.count {
      let decoding = try decode(Array(bytes.prefix(count)))
      #expect(decoding.failure == "truncated" && decoding.offset == count)
    }
  }

  @Test func `the end of a first frame is where the second begins`() throws {
    let first = try frame(phrase)
    let bytes = try first + frame([UInt8](repeating: 1, count: 200_000))
    var changed = bytes
    changed[first.count] = 0
    let decoding = try decode(changed)
    #expect(decoding.failure == "trailing-garbage" && decoding.offset == first.count)
    #expect(decoding.output == phrase)
  }

  @Test func `a frame without a checksum, and one without a size, decode`() throws {
    let text = try #require(samples["text"])
    for option in ["--no-check", "--no-content-size", "--check"] {
      // From a pipe, zstd knows no size and leaves it out.
      let bytes = try run("cat | zstd -q \(option) -c", text)
      #expect(try Decoding(bytes, .zstd, step: 100, room: 1000).output == text, "\(option)")
    }
  }

  @Test func `a wrong checksum is an error after all output`() throws {
    var bytes = try frame(phrase)
    bytes[bytes.count - 1] ^= 1
    let decoding = try decode(bytes)
    #expect(decoding.failure == "checksum-mismatch" && decoding.output == phrase)
    #expect(decoding.offset == bytes.count)
  }

  @Test func `a wrong content size is an error`() throws {
    // A single segment of 2 bytes without a checksum, and a last raw block.
    let bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, 2, 0x11, 0, 0, 1, 2]
    #expect(try decode(bytes).output == [1, 2])
    for size in [1, 3, 200] as [UInt8] {
      var changed = bytes
      changed[5] = size
      #expect(try decode(changed).failure == "corrupt", "\(size)")
    }
  }

  // MARK: Headers

  @Test(
    arguments: [
      ("nothing", [0], 0), ("gzip", [0x1F, 0x8B, 8, 0], 0),
      ("part of a magic number", [0x28, 0xB5, 0x2F, 0xFE], 3),
      // A frame of version 0.7, which libzstd may decode.
      ("version 0.7", [0x27, 0xB5, 0x2F, 0xFD, 0x24, 2], 0),
      ("version 0.5", [0x25, 0xB5, 0x2F, 0xFD, 0x24, 2], 0),
      ("not skippable", [0x50, 0x2A, 0x4D, 0x19], 3), ("reserved bit", [0x28, 0xB5, 0x2F, 0xFD, 0x2C, 2], 5),
      ("dictionary", [0x28, 0xB5, 0x2F, 0xFD, 0x21, 9, 2], 7),
    ] as [(String, [UInt8], Int64)])
  func `a header that is no header of zstd is an error`(name: String, bytes: [UInt8], offset: Int64) throws {
    let decoding = try decode(bytes)
    #expect(decoding.failure == "invalid-header" && decoding.offset == offset)
  }

  @Test func `a dictionary of number 0 is none`() throws {
    let bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x21, 0, 2, 0x11, 0, 0, 1, 2]
    #expect(try decode(bytes).output == [1, 2])
  }

  @Test func `blocks that are reserved or too large are errors`() throws {
    // A window of 1 KiB; the header of the block begins at byte 6.
    let start: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0]
    for (name, block) in [("reserved", [0x0F, 0, 0]), ("too large", [0x09, 0x20, 0])] as [(String, [UInt8])] {
      let decoding = try decode(start + block + [0])
      #expect(decoding.failure == "corrupt" && decoding.offset == 9, "\(name)")
    }
    let repeated: [UInt8] = start + [0x03, 0x20, 0, 7]
    #expect(try decode(repeated).output == [UInt8](repeating: 7, count: 1024))
  }

  // MARK: The window

  @Test(
    arguments: [
      // 2¹⁰⁺¹³ bytes are 8 MiB, and the lowest three bits add eighths of it.
      ("8 MiB", [0, 13 << 3], nil), ("9 MiB", [0, 13 << 3 | 1], "window-too-large"),
      ("3.75 TiB", [0, 0xFF], "window-too-large"),
      ("a segment of 8 MiB", [0xA0, 0, 0, 0x80, 0], nil),
      ("a segment of 8 MiB and a byte", [0xA0, 1, 0, 0x80, 0], "window-too-large"),
      ("a segment of 2⁶⁴ − 1 bytes", [0xE0] + [UInt8](repeating: 0xFF, count: 8), "window-too-large"),
    ] as [(String, [UInt8], String?)])
  func `a window of more than 8 MiB is an error of the header`(
    name: String, header: [UInt8], failure: String?
  ) throws {
    let start = [0x28, 0xB5, 0x2F, 0xFD] + header
    // The last block has one byte. If a size is declared, it differs.
    let decoding = try decode(start + [0x09, 0, 0, 7])
    #expect(decoding.failure == failure ?? (header[0] == 0 ? nil : "corrupt"))
    if failure != nil { #expect(decoding.offset == start.count && decoding.output == []) }
  }

  @Test func `the window of a program is refused if it is larger than 8 MiB`() throws {
    let bytes = [UInt8](repeating: 7, count: 9 << 20)
    let fitting = try run("cat | zstd -q --long=23 -c", bytes)
    #expect(try Decoding(fitting, .zstd).output == bytes)
    let tooLarge = try run("cat | zstd -q --long=24 -c", bytes)
    let decoding = try Decoding(tooLarge, .zstd)
    #expect(decoding.failure == "window-too-large" && decoding.output == [])
  }

  @Test func `errors are final, and describe themselves`() throws {
    let decoder = try ZstdDecoder()
    var output: [UInt8] = []
    let error = try #require(
      throws: ZstdError.self, performing: { try decoder.append([1].span, to: &output) })
    #expect(error.description == "invalid-header: invalid-header at byte 0")
    let valid = try frame([1])
    #expect(throws: error) { try decoder.append(valid.span, to: &output) }
    #expect(throws: error) { try decoder.finish() }
  }
}
