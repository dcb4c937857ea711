import SluiceBody
import SluiceFuzz
import SluiceGzip

extension FuzzTarget {
  /// Compressed bytes from any source, inflated in one piece and in many, with much and little room, and with limits.
  ///
  /// Byte 0 is the format, byte 1 the splitter's seed, byte 2 the room for each output, byte 3 the limit of bytes, and
  /// byte 4 the limit of the ratio. The compressed bytes follow.
  static let inflate = FuzzTarget("inflate", format: .gzip, optionByteCount: 5) { input in
    let format = input.choice(of: [Inflater.Format.automatic, .gzip, .deflate, .raw])
    let splitter = Splitter(seed: input.byte())
    let smallest = input.choice(of: [64 * 1024, 1, 7, 300, 4096])
    let byteCount = input.choice(of: [nil, 0, 1, 5, 257, 258, 32_768, 100_000] as [Int64?])
    let ratio = input.choice(of: [nil, 1, 100, 1000] as [Double?])
    let bytes = input.rest()

    let whole = try InflateOutcome(of: bytes, as: format)
    // Only short output is produced one byte at a time.
    let room = max(smallest, whole.output.count / 1000)
    let cut = try InflateOutcome(of: bytes, as: format, cutBy: splitter, room: room)
    input.announcedWork = whole.output.count * 3
    try require(
      whole.output == cut.output, "in pieces: \(whole.output.count), \(cut.output.count) bytes")
    try requireEqual(whole.error, cut.error, "the error in pieces")
    // Two bits are the shortest code for 258 bytes.
    try require(whole.output.count <= 1032 * bytes.count, "\(whole.output.count) bytes from \(bytes.count)")
    if let error = whole.error {
      try require((0...Int64(bytes.count)).contains(error.byteOffset), "\(error) of \(bytes.count)")
      if error.code == .truncated { try requireEqual(error.byteOffset, Int64(bytes.count), "truncated") }
    } else {
      try requireEqual(whole.consumedByteCount, bytes.count, "the consumed bytes without an error")
    }
    if format == .raw { try checkRaw(bytes, whole) }
    try checkLimits(
      Inflater.Limits(maximumByteCount: byteCount, maximumRatio: ratio), whole: whole, bytes: bytes,
      format: format,
      cutBy: splitter, room: room)
  }

  /// Compares raw data with a reference for RFC 1951.
  private static func checkRaw(_ bytes: [UInt8], _ whole: InflateOutcome) throws {
    var reference = ReferenceInflate(bytes, from: 0)
    var wanted: ErrorCode?
    do {
      try reference.inflate()
      if reference.consumedByteCount < bytes.count { wanted = .trailingGarbage }
    } catch .truncated {
      wanted = .truncated
    } catch .malformed {
      wanted = .corrupt
    }
    try requireEqual(whole.error?.code, wanted, "the error after \(reference.output.count) bytes")
    try require(whole.output == reference.output, "the output differs from RFC 1951")
    try requireEqual(whole.consumedByteCount, reference.consumedByteCount, "the number of consumed bytes")
  }

  private static func checkLimits(
    _ limits: Inflater.Limits, whole: InflateOutcome, bytes: [UInt8], format: Inflater.Format,
    cutBy splitter: Splitter, room: Int
  ) throws {
    let limited = try InflateOutcome(of: bytes, as: format, limits: limits, cutBy: splitter, room: room)
    try require(whole.output.starts(with: limited.output), "the output differs with a limit")
    let isTooLarge = limited.error?.code == .outputTooLarge
    let isTooDense = limited.error?.code == .ratioTooLarge
    if let ratio = limits.maximumRatio {
      let isDense =
        limited.output.count > 64 * 1024
        && Double(limited.output.count) > ratio * Double(limited.consumedByteCount)
      try require(isDense == isTooDense, "\(limited.output.count) bytes from \(limited.consumedByteCount)")
    } else {
      try require(!isTooDense, "a ratio error without a limit")
    }
    if let limit = limits.maximumByteCount, !isTooDense {
      try require(isTooLarge == (whole.output.count > limit), "\(whole.output.count) bytes, limit \(limit)")
      try require(
        limited.output.count == min(Int(limit), whole.output.count), "\(limited.output.count) bytes")
    } else {
      try require(!isTooLarge, "a size error without a limit")
    }
    if !isTooLarge, !isTooDense { try requireEqual(limited.error, whole.error, "the error with a limit") }
  }
}

/// The output and the error of an inflater for compressed bytes.
struct InflateOutcome {
  private(set) var output: [UInt8] = []
  private(set) var error: GzipError?
  private(set) var consumedByteCount = 0

  /// Inflates `bytes` to the end or to the first error.
  ///
  /// - Parameters:
  ///   - bytes: The compressed bytes.
  ///   - format: The format of the bytes.
  ///   - limits: The limits of the output. Defaults to the inflater's.
  ///   - splitter: Cuts the bytes into chunks. Defaults to a single chunk.
  ///   - room: The number of bytes of output for each call, at least 1. Defaults to 64 KiB, at which the inflater
  ///     allocates the output itself.
  /// - Throws: `BrokenProperty` if an error is not final, or if the inflater counts bytes wrongly.
  init(
    of bytes: [UInt8], as format: Inflater.Format, limits: Inflater.Limits = .default,
    cutBy splitter: Splitter = Splitter(seed: 0), room: Int = 64 * 1024
  ) throws {
    var splitter = splitter
    let inflater = try Inflater(format, limits: limits)
    do {
      for chunk in splitter.chunks(of: bytes) { try append(chunk, with: inflater, room) }
      try inflater.finish()
    } catch let error as GzipError {
      self.error = error
      do {
        try inflater.finish()
        throw BrokenProperty("an error was not final: \(error)")
      } catch let again as GzipError {
        try requireEqual(again.code, error.code, "the error after an error")
      }
    }
    consumedByteCount = Int(inflater.consumedByteCount)
    try require(consumedByteCount <= bytes.count, "consumed \(consumedByteCount) of \(bytes.count) bytes")
    try requireEqual(Int(inflater.producedByteCount), output.count, "the number of produced bytes")
  }

  private mutating func append(_ chunk: ArraySlice<UInt8>, with inflater: Inflater, _ room: Int) throws {
    guard room < 64 * 1024 else { return try inflater.append(chunk.span, to: &output) }
    var offset = 0
    var mayGoOn = true
    while mayGoOn {
      let before = output.count
      try output.append(addingCapacity: room) {
        offset += try inflater.inflate(chunk.span.extracting(offset...), into: &$0)
      }
      let count = output.count - before
      try require(offset == chunk.count || count == room, "stopped at \(offset) of \(chunk.count), with room")
      mayGoOn = offset < chunk.count || count == room
    }
  }
}
