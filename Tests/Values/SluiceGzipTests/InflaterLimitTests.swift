import SluiceGzip
import Testing

/// Limits of the decompressed size.
@Suite(.timeLimit(.minutes(5))) struct InflaterLimitTests {
  private let zeros = [UInt8](repeating: 0, count: 1_000_000)

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 999_999, 1_000_000] as [Int64])
  func `output of exactly the limit passes, and one byte more is an error`(count: Int64) throws {
    let bytes = Array(zeros.prefix(Int(count)))
    for format in DeflateFormat.allCases {
      let compressed = try Deflater.bytes(bytes, format)
      for step in [1, 100_000] {
        #expect(try Inflater.bytes(compressed, limits: .init(maximumByteCount: count), step: step) == bytes)
        guard count > 0 else { continue }
        let error = #expect(throws: GzipError.self) {
          try Inflater.bytes(compressed, limits: .init(maximumByteCount: count - 1), step: step)
        }
        #expect(error?.code == .outputTooLarge)
      }
    }
  }

  @Test func `a limit counts the bytes of all members`() throws {
    let member = try Deflater.bytes([1, 2, 3])
    let many = Array(repeatElement(member, count: 100).joined())
    #expect(try Inflater.bytes(many, limits: .init(maximumByteCount: 300)).count == 300)
    #expect(throws: GzipError.self) { try Inflater.bytes(many, limits: .init(maximumByteCount: 299)) }
  }

  /// The larger limit is reached after several pieces of output.
  @Test(arguments: [10_000, 200_000]) func `a limit stops decompression early`(limit: Int) throws {
    let compressed = try Deflater.bytes(zeros)
    let inflater = try Inflater(.gzip, limits: .init(maximumByteCount: Int64(limit)))
    var output: [UInt8] = []
    let error = #expect(throws: GzipError.self) { try inflater.append(compressed.span, to: &output) }
    #expect(error?.code == .outputTooLarge)
    #expect(output.count == limit && inflater.producedByteCount == limit)
    #expect(error.map { $0.byteOffset < compressed.count / 2 } == true)
  }

  @Test(arguments: [1, 100]) func `the limit is reported before malformed data after it`(step: Int) throws {
    let storedBlock: [UInt8] = [0, 2, 0, 0xFD, 0xFF, 1, 2]
    let undefinedBlock: [UInt8] = [7]
    let error = #expect(throws: GzipError.self) {
      try Inflater.bytes(storedBlock + undefinedBlock, .raw, limits: .init(maximumByteCount: 1), step: step)
    }
    #expect(error?.code == .outputTooLarge)
  }

  @Test func `output of exactly the ratio passes, and a lower ratio is an error`() throws {
    // Two stored blocks of 65,531 bytes (RFC 1951 §3.2.4) are 2¹⁷ bytes, so that the ratio is exact as a number.
    let header: [UInt8] = [0, 0xFB, 0xFF, 0x04, 0x00]
    let content = [UInt8](repeating: 7, count: 65_531)
    let stored = header + content + [1] + header.dropFirst() + content
    #expect(stored.count == 1 << 17)
    let ratio = Double(2 * content.count) / Double(stored.count)
    for step in [1000, stored.count] {
      #expect(
        try Inflater.bytes(stored, .raw, limits: .init(maximumRatio: ratio), step: step).count == 2
          * content.count)
      let error = #expect(throws: GzipError.self) {
        try Inflater.bytes(stored, .raw, limits: .init(maximumRatio: ratio.nextDown), step: step)
      }
      #expect(error?.code == .ratioTooLarge && error?.byteOffset == Int64(stored.count))
    }
  }

  @Test func `the ratio is checked from 64 KiB and one byte of output on`() throws {
    for (count, code) in [(65_536, nil), (65_537, ErrorCode.ratioTooLarge)] {
      let compressed = try Deflater.bytes([UInt8](repeating: 0, count: count))
      do {
        #expect(try Inflater.bytes(compressed, limits: .init(maximumRatio: 2)).count == count)
        #expect(code == nil)
      } catch {
        #expect((error as? GzipError)?.code == code)
      }
    }
  }

  @Test func `the limit of the ratio applies at any moment, after the first 64 KiB`() throws {
    let noise = samples[4].bytes
    let bomb = try Deflater.bytes(noise + noise + zeros)
    #expect(try Inflater.bytes(bomb, limits: .init(maximumRatio: 6)).count == 1_200_000)
    let error = #expect(throws: GzipError.self) { try Inflater.bytes(bomb, limits: .init(maximumRatio: 5)) }
    #expect(error?.code == .ratioTooLarge)
    // The error comes early, although the ratio of the whole would be small.
    let late = try Deflater.bytes(zeros + noise + noise + noise)
    #expect(throws: GzipError.self) { try Inflater.bytes(late, limits: .init(maximumRatio: 100)) }
    // The first 64 KiB do not count.
    #expect(
      try Inflater.bytes(try Deflater.bytes(Array(zeros.prefix(65_536))), limits: .init(maximumRatio: 1))
        .count
        == 65_536)
  }

  @Test(arguments: [-1, .min, .max] as [Int64]) func `negative and huge limits are taken literally`(
    limit: Int64
  ) throws {
    let compressed = try Deflater.bytes([1])
    if limit > 0 {
      #expect(try Inflater.bytes(compressed, limits: .init(maximumByteCount: limit)) == [1])
    } else {
      #expect(throws: GzipError.self) {
        try Inflater.bytes(compressed, limits: .init(maximumByteCount: limit))
      }
    }
    #expect(throws: GzipError.self) {
      try Inflater.bytes(try Deflater.bytes(zeros), limits: .init(maximumRatio: -.infinity))
    }
  }
}
