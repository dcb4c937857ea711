/// A mutator for JSON Lines and JSON text sequences: it changes one record, or moves records.
struct RecordMutator: StructureMutator {
  let separator: UInt8
  private let records: PieceMutator
  private let json: JSONMutator

  init(separator: UInt8, bytes: ByteMutator) {
    self.separator = separator
    json = JSONMutator(bytes: bytes)
    records = PieceMutator(separator == 0x1E ? .sequence : .jsonLines, bytes: bytes)
  }

  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    if random.oneIn(4) || bytes.isEmpty { return records.mutate(&bytes, upTo: limit, &random) }
    let place = random.below(bytes.count)
    let start = bytes[..<place].lastIndex(of: separator).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(of: separator) ?? bytes.count
    guard start < end else { return records.mutate(&bytes, upTo: limit, &random) }
    var record = Array(bytes[start..<end])
    json.mutate(&record, upTo: limit - (bytes.count - record.count), &random)
    bytes.replaceSubrange(start..<end, with: record)
  }

  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    records.cross(&bytes, with: other, upTo: limit, &random)
  }
}
