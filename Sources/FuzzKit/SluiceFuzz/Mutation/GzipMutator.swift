internal import SluiceGzip

/// A mutator that changes the decompressed bytes of gzip, zlib or raw deflated data, and compresses them again with
/// other blocks, members and headers.
struct GzipMutator: StructureMutator {
  private let format: DeflateFormat
  private let bytes: ByteMutator

  init(_ format: DeflateFormat, bytes: ByteMutator) {
    self.format = format
    self.bytes = bytes
  }

  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    if random.oneIn(8) { return self.bytes.mutate(&bytes, upTo: limit, &random) }
    var content = decompressed(bytes, upTo: limit)
    if !random.oneIn(4) { self.bytes.mutate(&content, upTo: limit, &random) }
    write(content, to: &bytes, upTo: limit, &random)
  }

  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    if random.oneIn(4) {
      // Members after each other, or compressed bytes of both.
      if random.oneIn(2), bytes.count + other.count <= limit { return bytes += other }
      return self.bytes.cross(&bytes, with: other, upTo: limit, &random)
    }
    var content = decompressed(bytes, upTo: limit)
    self.bytes.cross(&content, with: decompressed(other, upTo: limit), upTo: limit, &random)
    write(content, to: &bytes, upTo: limit, &random)
  }

  /// Returns the decompressed bytes before the first error.
  private func decompressed(_ bytes: [UInt8], upTo limit: Int) -> [UInt8] {
    let inflaterFormat: Inflater.Format = format == .gzip ? .gzip : format == .zlib ? .deflate : .raw
    var content: [UInt8] = []
    guard let inflater = try? Inflater(inflaterFormat) else { return content }
    var position = 0
    var isDone = false
    while !isDone, content.count < limit {
      let room = min(max(1024, 2 * content.count), limit - content.count)
      let before = content.count
      do {
        try content.append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) throws(GzipError) in
          position += try inflater.inflate(bytes.span.extracting(position...), into: &output)
        }
      } catch {
        isDone = true
      }
      // Room that is left means that the input has ended.
      if content.count - before < room { isDone = true }
    }
    return content
  }

  private func write(
    _ content: [UInt8], to bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) {
    var result = document(of: content, &random)
    if result.count > limit {
      // Stored without an optional field, less of it fits for certain.
      var writer = DeflateWriter()
      let part = Array(content.prefix(max(limit - 32 - limit / 1000, 0)))
      writer.write(part[...], as: .stored, isLast: true)
      result = wrapped(writer.bytes, of: part, .init())
    }
    if random.oneIn(10) { breakOnce(&result, &random) }
    bytes = result
  }

  private func document(of content: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    guard format == .gzip, random.oneIn(3) else { return member(of: content, &random) }
    var document: [UInt8] = []
    var rest = content[...]
    for _ in 0..<random.below(4) {
      let part = rest.prefix(random.below(rest.count + 1))
      rest = rest.dropFirst(part.count)
      document += member(of: Array(part), &random)
    }
    document += member(of: Array(rest), &random)
    // Zeros may follow (as in the blocks of a tape).
    if random.oneIn(4) { document += [UInt8](repeating: 0, count: random.length(upTo: 20)) }
    return document
  }

  private func member(of content: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var writer = DeflateWriter()
    var rest = content[...]
    for _ in 0..<(random.oneIn(2) ? 0 : random.below(4)) {
      let part = rest.prefix(random.below(rest.count + 1))
      rest = rest.dropFirst(part.count)
      writer.write(part, as: random.pick(DeflateWriter.Block.allCases), isLast: false)
    }
    writer.write(rest, as: random.pick(DeflateWriter.Block.allCases), isLast: true)
    writer.finish()
    return wrapped(writer.bytes, of: content, header(&random))
  }

  private func wrapped(
    _ deflated: [UInt8], of content: [UInt8], _ header: DeflatedDocument.GzipHeader
  ) -> [UInt8] {
    switch format {
    case .gzip: DeflatedDocument.gzip(deflated, of: content, header)
    case .zlib: DeflatedDocument.zlib(deflated, of: content)
    case .raw: deflated
    }
  }

  private func header(_ random: inout SeededGenerator) -> DeflatedDocument.GzipHeader {
    var header = DeflatedDocument.GzipHeader()
    guard format == .gzip, random.oneIn(2) else { return header }
    header.isText = random.oneIn(4)
    header.hasChecksum = random.oneIn(3)
    if random.oneIn(3) { header.extra = Self.filler(&random) }
    if random.oneIn(3) { header.name = Self.filler(&random) }
    if random.oneIn(3) { header.comment = Self.filler(&random) }
    if random.oneIn(3) { header.time = UInt32(truncatingIfNeeded: random.next()) }
    return header
  }

  private static func filler(_ random: inout SeededGenerator) -> [UInt8] {
    [UInt8](repeating: random.byte(), count: random.oneIn(3) ? 0 : random.length(upTo: 300))
  }

  /// Breaks the header, the trailer, or the end.
  private func breakOnce(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    switch random.below(4) {
    case 0: bytes[random.below(min(10, bytes.count))] ^= 1 << UInt8(random.below(8))
    case 1: bytes[bytes.count - 1 - random.below(min(8, bytes.count))] ^= 1 << UInt8(random.below(8))
    case 2: bytes.removeLast(random.length(upTo: bytes.count))
    default: bytes.append(random.byte())
    }
  }
}
