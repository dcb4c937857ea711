internal import SluiceJSON

/// The bytes of an entry's file.
///
/// ```
///  offset  size
///  0       512   "sluice-outbox 1", a line feed, spaces
///  512     512   a state, framed, spaces
///  1024    512   another state, framed, spaces
///  1536    …     the content, framed
/// ```
///
/// A state is a JSON object of an ``EntryState``, the content one of an ``EntryContent``. Each new state replaces the
/// older of the two in place, which needs no space on the disk. If a crash damages the one that is being written, the
/// other holds. See ``Frame`` for the checksums.
package enum EntryFile {
  package static let slotByteCount = 512
  package static let signature = Array("sluice-outbox 1\n".utf8)
  private static let prefixByteCount = 3 * slotByteCount
  /// The maximum number of bytes of a content.
  static let maximumContentByteCount = 64 * 1024 * 1024
  /// The number of bytes from which the state can be parsed.
  package static let headByteCount = prefixByteCount

  private static var encoder: JSON.Encoder {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }

  /// Returns the file of a new entry.
  ///
  /// - Throws: An `EncodingError`; an ``OutboxError`` with the code `request-too-large`.
  static func bytes(of content: EntryContent) throws -> [UInt8] {
    let text = try encoder.encode(content)
    guard text.count <= maximumContentByteCount else {
      throw OutboxError(
        .requestTooLarge,
        "the stored request would have more than \(maximumContentByteCount) bytes; keep its body in a file"
      )
    }
    let blank = [UInt8](repeating: UInt8(ascii: " "), count: slotByteCount)
    return try padded(signature) + slot(EntryState()) + blank + Frame.bytes(of: text)
  }

  /// Returns the bytes to be written for a state, and their offset.
  package static func slot(of state: EntryState) throws -> (bytes: [UInt8], offset: Int64) {
    (try slot(state), Int64(slotByteCount * (1 + state.revision % 2)))
  }

  private static func slot(_ state: EntryState) throws -> [UInt8] {
    let frame = Frame.bytes(of: try encoder.encode(state))
    // The limit of the error's text leaves room for all numbers.
    guard frame.count <= slotByteCount else { throw OutboxError(.damagedEntry, "the state is too large") }
    return padded(frame)
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: UInt8(ascii: " "), count: slotByteCount - bytes.count)
  }

  /// Parses the state at the beginning of a file.
  ///
  /// - Parameter bytes: The first 1536 bytes of the file, or more.
  /// - Throws: An ``OutboxError`` with the code `damaged-entry`.
  package static func state(of bytes: [UInt8]) throws(OutboxError) -> EntryState {
    guard bytes.count >= prefixByteCount else { throw damaged("it is too short") }
    guard bytes.starts(with: signature) else {
      throw damaged(
        bytes.starts(with: signature.dropLast(2))
          ? "it is of another version" : "it is not the file of an entry")
    }
    var newest: EntryState?
    for slot in 0...1 {
      let place = bytes[slotByteCount * (slot + 1)..<slotByteCount * (slot + 2)]
      guard let state = try state(place, slot), state.revision > newest?.revision ?? -1 else { continue }
      newest = state
    }
    guard let newest else { throw damaged("it has no undamaged state") }
    return newest
  }

  /// Parses a state. The result is `nil` if it is damaged.
  private static func state(_ bytes: ArraySlice<UInt8>, _ slot: Int) throws(OutboxError) -> EntryState? {
    guard let (text, _) = Frame.parse(bytes),
      let state = try? JSON.Decoder().decode(EntryState.self, from: Array(text))
    else { return nil }
    // No crash leaves such a state.
    guard EntryState.numbers.contains(state.revision), EntryState.numbers.contains(state.attempts),
      0...state.attempts ~= state.waits ?? 0, state.revision % 2 == slot
    else { throw damaged("it has an impossible state") }
    return state
  }

  /// Parses a part of the content.
  ///
  /// - Parameters:
  ///   - type: The part.
  ///   - bytes: The whole file.
  /// - Throws: An ``OutboxError`` with the code `damaged-entry`.
  package static func content<Part: Decodable>(
    _ type: Part.Type = Part.self, of bytes: [UInt8]
  ) throws(OutboxError) -> Part {
    guard bytes.count > prefixByteCount, let (text, rest) = Frame.parse(bytes[prefixByteCount...]),
      rest.isEmpty
    else { throw damaged("the checksum or the size of the content is wrong") }
    do {
      return try JSON.Decoder().decode(type, from: Array(text))
    } catch {
      throw OutboxError(.damagedEntry, "the content cannot be decoded", underlying: error)
    }
  }

  private static func damaged(_ reason: String) -> OutboxError { OutboxError(.damagedEntry, reason) }
}
