import SluiceFuzz
import SluiceOutbox

extension FuzzTarget {
  /// The file of an entry in an outbox, as it was left by a crash, a damaged disk, or another program.
  ///
  /// If byte 0 is even, the bytes of a file follow. Otherwise, two states and a content follow, each on a line, which
  /// are framed and placed as in a file, so that no checksum has to be found.
  static let outboxEntry = FuzzTarget("outbox-entry", optionByteCount: 1) { input in
    let bytes = input.bool() ? framed(input.rest()) : input.rest()
    let (hasSummary, hasBody) = try checkContent(of: bytes)
    if hasSummary || hasBody {
      let isCutAccepted = try checkContent(of: bytes.dropLast()) != (false, false)
      try require(!isCutAccepted, "a content without its end")
    }
    guard let state = try parsedState(of: bytes),
      EntryState.numbers.contains(state.revision + 1), EntryState.numbers.contains(state.attempts + 1)
    else { return }

    var next = state.failing("connection-lost: \"\u{2028}", at: Timestamp(.max), due: Timestamp(.max))
    next.revision += 1
    let slot = try EntryFile.slot(of: next)
    let range = Int(slot.offset)..<Int(slot.offset) + EntryFile.slotByteCount
    var written = bytes
    written.replaceSubrange(range, with: slot.bytes)
    try requireEqual(written.count, bytes.count, "the size of the file")
    try require(parsedState(of: written) == next, "the next state does not hold")
    try require(checkContent(of: written) == (hasSummary, hasBody), "the content has changed")
    // As if a crash came meanwhile.
    written.replaceSubrange(range.dropFirst(20), with: bytes[range].dropFirst(20))
    if written != bytes, written[range].elementsEqual(slot.bytes) == false {
      try require(parsedState(of: written) == state, "the previous state is lost")
    }
  }

  private static func parsedState(of bytes: [UInt8]) throws -> EntryState? {
    do {
      return try EntryFile.state(of: bytes)
    } catch {
      try requireEqual(error.code, .damagedEntry, "the code")
      return nil
    }
  }

  /// Returns whether the content without the body, and the request with it, can be decoded.
  private static func checkContent(of bytes: [UInt8]) throws -> (Bool, Bool) {
    let summary = Result { () throws(OutboxError) -> EntryContent.Summary in try EntryFile.content(of: bytes)
    }
    let body = Result { () throws(OutboxError) -> EntryContent.Body in try EntryFile.content(of: bytes) }
    if case .failure(let error) = summary { try requireEqual(error.code, .damagedEntry, "the code") }
    guard case .success = body else { return ((try? summary.get()) != nil, false) }
    return ((try? summary.get()) != nil, true)
  }

  private static func framed(_ bytes: [UInt8]) -> [UInt8] {
    let parts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false).map { Array($0) }
    var file = EntryFile.signature
    for (index, part) in parts.enumerated() {
      file += [UInt8](repeating: 0x20, count: max(0, EntryFile.slotByteCount * (index + 1) - file.count))
      let frame = Frame.bytes(of: part)
      file += index < 2 ? frame.prefix(EntryFile.slotByteCount) : frame[...]
    }
    return file + [UInt8](repeating: 0x20, count: max(0, EntryFile.headByteCount - file.count))
  }
}
