import SluiceBody
import SluiceFuzz
import SluiceGzip

extension FuzzTarget {
  /// Bytes that are compressed, damaged, and decompressed.
  ///
  /// Byte 0 is the format, byte 1 the level, byte 2 the splitter's seed, byte 3 how often the bytes are doubled, byte 4
  /// what happens to them, and bytes 5 and 6 where it happens. The bytes to compress follow.
  static let gzipRoundTrip = FuzzTarget("gzip-roundtrip", optionByteCount: 7, maximumByteCount: 2048) {
    input in
    let format = input.choice(of: DeflateFormat.allCases)
    let level = input.integer(in: 0...9)
    let splitter = Splitter(seed: input.byte())
    let repetitions = 1 << input.integer(in: 0...6)
    let trip = input.choice(of: Trip.allCases)
    let place = Int(input.byte()) << 8 | Int(input.byte())
    let text = Array(repeatElement(input.rest(), count: repetitions).joined())
    // Setting up the coders is work as well.
    input.announcedWork = text.count * 3 + 300_000

    let compressed = try compress(text, format, level, cutBy: splitter)
    let limit = text.count + text.count / 1000 + 64
    try require(compressed.count <= limit, "\(compressed.count) bytes from \(text.count)")
    let readings = readings(of: format)
    let reading = readings[place % readings.count]
    switch trip {
    case .sources:
      let source = GzipSource(.bytes(text), format: format, level: level)
      try require(try read(source) == compressed, "a source compressed differently")
      try require(try read(InflatedSource(source, format: reading)) == text, "a source returned other bytes")
    case .cutDifferently:
      let whole = try compress(text, format, level, cutBy: Splitter(seed: 0))
      try require(compressed == whole, "chunks were compressed differently")
      let outcome = try InflateOutcome(
        of: compressed, as: reading, cutBy: splitter, room: unit(of: text) + place % 1000)
      try require(outcome.error == nil, "\(reading): \(String(describing: outcome.error))")
      try require(outcome.output == text, "\(reading): the output differs")
    default:
      try check(trip, of: compressed, at: place, format, reading, text)
    }
  }

  private enum Trip: CaseIterable {
    case cutDifferently, sources, truncated, garbage, flippedBit, padding, anotherMember
  }

  private static func check(
    _ trip: Trip, of compressed: [UInt8], at place: Int, _ format: DeflateFormat, _ reading: Inflater.Format,
    _ text: [UInt8]
  ) throws {
    var bytes = compressed
    switch trip {
    case .truncated:
      bytes.removeLast(1 + place % bytes.count)
      let error = try InflateOutcome(of: bytes, as: reading).error
      try requireEqual(error?.code, .truncated, "truncated")
      try requireEqual(error?.byteOffset, Int64(bytes.count), "the offset of the truncation")
    case .garbage:
      bytes.append(UInt8(1 + place % 30))
      let outcome = try InflateOutcome(of: bytes, as: reading)
      try requireEqual(outcome.error?.code, .trailingGarbage, "garbage")
      try requireEqual(outcome.error?.byteOffset, Int64(compressed.count), "the offset of the garbage")
      try require(outcome.output == text, "garbage changed the bytes before it")
    case .flippedBit:
      bytes[place % bytes.count] ^= 1 << UInt8(place >> 13)
      let outcome = try InflateOutcome(of: bytes, as: reading)
      // Raw data has no checksum, and headers have bits that do not matter.
      if format != .raw, reading != .automatic, outcome.error == nil {
        try require(outcome.output == text, "a flipped bit at \(place % bytes.count) was not noticed")
      }
    case .padding:
      bytes += [UInt8](repeating: 0, count: 1 + place % 600)
      let error = try InflateOutcome(of: bytes, as: reading).error
      try requireEqual(error?.code, format == .gzip ? nil : .trailingGarbage, "padding")
    case .anotherMember:
      let outcome = try InflateOutcome(of: bytes + compressed, as: reading)
      try requireEqual(outcome.error?.code, format == .gzip ? nil : .trailingGarbage, "another member")
      try require(outcome.output == (format == .gzip ? text + text : text), "the output of two members")
    case .cutDifferently, .sources: break
    }
  }

  private static func readings(of format: DeflateFormat) -> [Inflater.Format] {
    switch format {
    case .gzip: [.gzip, .automatic]
    case .zlib: [.deflate, .automatic]
    case .raw: [.raw]
    }
  }

  private static func compress(
    _ bytes: [UInt8], _ format: DeflateFormat, _ level: Int, cutBy splitter: Splitter
  ) throws -> [UInt8] {
    var splitter = splitter
    let deflater = try Deflater(format, level: level)
    var output: [UInt8] = []
    for chunk in splitter.chunks(of: bytes, unit: unit(of: bytes)) {
      deflater.append(chunk.span, to: &output)
    }
    deflater.finish(to: &output)
    return output
  }

  /// Returns the unit of chunk lengths, which keeps long texts to some thousands of chunks, since cutting would
  /// otherwise take most of the time.
  private static func unit(of text: [UInt8]) -> Int { max(1, text.count / 2048) }

  private static func read(_ source: some BodySource) throws -> [UInt8] {
    let reader = try source.makeReader()
    var output: [UInt8] = []
    var outcome = BodyReadOutcome.more
    while outcome == .more {
      try output.append(addingCapacity: 1000) { outcome = try reader.read(into: &$0) }
    }
    return output
  }
}
