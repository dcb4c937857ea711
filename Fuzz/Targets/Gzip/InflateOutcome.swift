import SluiceBody
import SluiceFuzz
import SluiceGzip

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
