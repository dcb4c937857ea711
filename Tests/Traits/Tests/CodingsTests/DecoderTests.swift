import SluiceGzip
import Testing

/// What the decoders have in common, with the output of the programs `brotli` and `zstd`.
@Suite(.timeLimit(.minutes(5))) struct DecoderTests {
  @Test(arguments: TestedCoding.allCases, samples.keys.sorted())
  func `the output of the program decodes to the original`(coding: TestedCoding, sample: String) throws {
    let bytes = try #require(samples[sample])
    for level in [1, 5, 9] {
      let coded = try coding.encode(bytes, level: level)
      for (step, room) in [(Int.max, 64 << 10), (1000, 1000), (7, 1 << 20), (1 << 20, 77)] {
        let decoding = try Decoding(coded, coding, step: step, room: room)
        #expect(decoding.failure == nil && decoding.offset == coded.count, "level \(level), step \(step)")
        #expect(decoding.output == bytes, "level \(level), step \(step)")
      }
    }
  }

  @Test(arguments: TestedCoding.allCases)
  func `every cut of the input gives the same output, with any room`(coding: TestedCoding) throws {
    let coded = try coding.encode(phrase)
    for step in 1...coded.count {
      for room in [1, 2, phrase.count, phrase.count + 1] {
        let decoding = try Decoding(coded, coding, step: step, room: room)
        #expect(decoding.failure == nil && decoding.output == phrase, "step \(step), room \(room)")
      }
    }
  }

  @Test(arguments: TestedCoding.allCases)
  func `data without its last bytes is truncated`(coding: TestedCoding) throws {
    let coded = try coding.encode(phrase)
    for count in 0..<coded.count {
      for step in [1, Int.max] {
        let decoding = try Decoding(Array(coded.prefix(count)), coding, step: step)
        #expect(decoding.failure == "truncated" && decoding.offset == count, "\(count) bytes")
        #expect(phrase.starts(with: decoding.output))
      }
    }
  }

  @Test(arguments: TestedCoding.allCases)
  func `data may not be followed by other bytes`(coding: TestedCoding) throws {
    let coded = try coding.encode(phrase)
    for garbage in [[0], [0x28, 0], [0xFF, 0xFF]] as [[UInt8]] {
      for step in [1, Int.max] {
        let decoding = try Decoding(coded + garbage, coding, step: step)
        #expect(decoding.failure == "trailing-garbage" && decoding.output == phrase)
        // The start of a frame of zstd is consumed before the byte that belongs to none.
        let hasStart = coding == .zstd && garbage[0] == 0x28
        #expect(decoding.offset == Int64(coded.count + (hasStart ? 1 : 0)))
      }
    }
  }

  /// brotli has no checksum, so a changed bit may give other bytes.
  @Test(arguments: TestedCoding.allCases)
  func `a changed bit is an error, or gives bytes within the limit, the same for any cut`(
    coding: TestedCoding
  ) throws {
    let coded = try coding.encode(phrase)
    let limits = Inflater.Limits(maximumByteCount: 1000)
    var failures = 0
    for position in coded.indices {
      for bit in 0..<8 {
        var changed = coded
        changed[position] ^= 1 << bit
        let whole = try Decoding(changed, coding, limits: limits)
        let bytewise = try Decoding(changed, coding, limits: limits, step: 1, room: 3)
        let place = "bit \(bit) of byte \(position)"
        #expect(whole.output.count <= 1000 && bytewise.output.count <= 1000, "\(place)")
        #expect((whole.failure == nil) == (bytewise.failure == nil), "\(place)")
        switch coding {
        case .zstd:
          #expect(whole == bytewise, "\(place)")
          #expect(whole.failure != nil || whole.output == phrase, "\(place)")
        case .br: #expect(whole.failure != nil || whole.output == bytewise.output, "\(place)")
        }
        if whole.failure != nil { failures += 1 }
      }
    }
    #expect(failures > 8 * coded.count / 4)
  }

  /// Several blocks, and output that does not fit into the room.
  @Test func `a changed byte of many blocks gives the same error at the same offset for any cut`() throws {
    let original = try #require(samples["text"]) + noise(200_000)
    let coded = try TestedCoding.zstd.encode(original)
    let places = Array(0..<20) + (0..<200).map { $0 * 7919 % coded.count }
    for place in places {
      var changed = coded
      changed[place] ^= UInt8(truncatingIfNeeded: place | 1)
      let whole = try Decoding(changed, .zstd)
      // A larger window in the header changes nothing.
      #expect(whole.failure != nil || whole.output == original, "byte \(place)")
      for (step, room) in [(1000, 64 << 10), (.max, 999), (77, 5000)] {
        let pieces = try Decoding(changed, .zstd, step: step, room: room)
        #expect(
          pieces.failure == whole.failure && pieces.offset == whole.offset, "byte \(place), step \(step)")
      }
    }
  }

  // MARK: Limits

  @Test(arguments: TestedCoding.allCases, [1, 1000, 65_536, 200_000])
  func `output of exactly the limit passes, and one byte more is an error`(
    coding: TestedCoding, count: Int
  ) throws {
    let bytes = Array(try #require(samples["text"]).prefix(count))
    let coded = try coding.encode(bytes)
    for (step, room) in [(Int.max, 1 << 20), (1, 1000), (100, 1)] {
      let exact = Inflater.Limits(maximumByteCount: Int64(count))
      #expect(try Decoding(coded, coding, limits: exact, step: step, room: room).output == bytes)
      let less = Inflater.Limits(maximumByteCount: Int64(count - 1))
      let decoding = try Decoding(coded, coding, limits: less, step: step, room: room)
      #expect(decoding.failure == "output-too-large" && decoding.output == bytes.dropLast())
    }
  }

  @Test(arguments: TestedCoding.allCases)
  func `a limit of nothing allows nothing`(coding: TestedCoding) throws {
    for limit in [0, -1, .min] as [Int64] {
      let limits = Inflater.Limits(maximumByteCount: limit)
      #expect(try Decoding(try coding.encode([]), coding, limits: limits).failure == nil)
      let decoding = try Decoding(try coding.encode([7]), coding, limits: limits)
      #expect(decoding.failure == "output-too-large" && decoding.output == [])
    }
    let huge = Inflater.Limits(maximumByteCount: .max)
    #expect(try Decoding(try coding.encode([7]), coding, limits: huge).output == [7])
  }

  @Test(arguments: TestedCoding.allCases)
  func `a decompression bomb stops at the first limit`(coding: TestedCoding) throws {
    let bomb = try coding.encode([UInt8](repeating: 0, count: 50_000_000))
    #expect(bomb.count < 5000)
    let byteCount = try Decoding(bomb, coding, limits: .init(maximumByteCount: 1_000_000))
    #expect(byteCount.failure == "output-too-large" && byteCount.output.count == 1_000_000)
    let ratio = try Decoding(bomb, coding, limits: .init(maximumRatio: 100), room: 1000)
    #expect(ratio.failure == "ratio-too-large" && ratio.output.count == 66_000)
  }

  @Test(arguments: TestedCoding.allCases)
  func `a higher ratio than that of the data passes`(coding: TestedCoding) throws {
    let text = try #require(samples["text"])
    let coded = try coding.encode(text)
    #expect(try Decoding(coded, coding, limits: .init(maximumRatio: 10_000)).output == text)
    // The first 64 KiB do not count.
    let start = Array(text.prefix(64 << 10))
    let codedStart = try coding.encode(start)
    #expect(try Decoding(codedStart, coding, limits: .init(maximumRatio: 0)).output == start)
  }
}
