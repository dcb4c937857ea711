/// A mutator for binary formats whose fields state their own lengths: the fields of Protocol Buffers, and the frames of
/// a WebSocket.
///
/// Whole fields are moved and nested, and the length of a field whose content changes is written again, so that most
/// variants get past the checks of lengths.
struct FieldMutator: StructureMutator {
  enum Format: Sendable {
    case protobuf
    case webSocket
  }

  /// The place of a field in a message.
  private struct Field {
    let range: Range<Int>
    /// The bytes that the length counts, if there is one.
    var content: Range<Int>?
  }

  private let format: Format
  private let bytes: ByteMutator

  init(_ format: Format, bytes: ByteMutator) {
    (self.format, self.bytes) = (format, bytes)
  }

  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    if random.oneIn(4) { return self.bytes.mutate(&bytes, upTo: limit, &random) }
    repeat { change(&bytes, upTo: limit, &random) } while random.oneIn(3)
  }

  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    let (fields, others) = (fields(of: bytes), fields(of: other))
    guard !fields.isEmpty, !others.isEmpty else {
      return self.bytes.cross(&bytes, with: other, upTo: limit, &random)
    }
    let source = Array(other[random.pick(others).range])
    let target = random.pick(fields).range
    if random.oneIn(2), bytes.splice(target, source, upTo: limit) { return }
    _ = bytes.splice(at: target.lowerBound, source, upTo: limit)
  }

  private func change(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    let fields = fields(of: bytes)
    guard !fields.isEmpty else { return self.bytes.mutate(&bytes, upTo: limit, &random) }
    let field = random.pick(fields)
    let copy = Array(bytes[field.range])
    switch random.below(7) {
    case 0: bytes.removeSubrange(field.range)
    case 1:
      let count = min((limit - bytes.count) / copy.count, random.oneIn(6) ? random.length(upTo: 200) : 1)
      _ = bytes.splice(
        at: field.range.lowerBound, Array(repeatElement(copy, count: count).joined()), upTo: limit)
    case 2:
      // To an earlier place.
      let place = random.pick(fields).range.lowerBound
      guard place < field.range.lowerBound else { return }
      bytes.removeSubrange(field.range)
      bytes.insert(contentsOf: copy, at: place)
    case 3: _ = bytes.splice(field.range, written(copy, &random), upTo: limit)
    case 4:
      // A field that ends too early.
      bytes.removeSubrange((field.range.lowerBound + random.below(copy.count + 1))..<field.range.upperBound)
    default:
      guard let range = field.content else { return self.bytes.mutate(&bytes, upTo: limit, &random) }
      var content = unmasked(Array(bytes[range]), in: copy)
      self.bytes.mutate(&content, upTo: min(limit, content.count + 64), &random)
      _ = bytes.splice(field.range, written(content, &random, first: copy[0]), upTo: limit)
    }
  }

  // MARK: The formats

  /// Returns the fields from the start of the bytes to the first one that is malformed.
  private func fields(of bytes: [UInt8]) -> [Field] {
    var (fields, position) = ([Field](), 0)
    while position < bytes.count,
      let field = format == .protobuf ? field(of: bytes, at: position) : frame(of: bytes, at: position)
    {
      fields.append(field)
      position = field.range.upperBound
    }
    return fields
  }

  private func field(of bytes: [UInt8], at start: Int) -> Field? {
    guard let tag = varint(bytes, at: start) else { return nil }
    var (end, content): (Int, Range<Int>?) = (tag.end, nil)
    switch tag.value & 7 {
    case 0:
      guard let value = varint(bytes, at: end) else { return nil }
      end = value.end
    case 1: end += 8
    case 2:
      guard let length = varint(bytes, at: end), length.value <= bytes.count - length.end else { return nil }
      end = length.end + Int(length.value)
      content = length.end..<end
    case 3, 4: break
    case 5: end += 4
    default: return nil
    }
    return end <= bytes.count ? Field(range: start..<end, content: content) : nil
  }

  private func varint(_ bytes: [UInt8], at start: Int) -> (value: UInt64, end: Int)? {
    var value: UInt64 = 0
    for (index, byte) in bytes[start...].prefix(10).enumerated() {
      value |= UInt64(byte & 0x7F) << UInt64(7 * index)
      if byte < 0x80 { return (value, start + index + 1) }
    }
    return nil
  }

  private func frame(of bytes: [UInt8], at start: Int) -> Field? {
    guard bytes.count - start >= 2 else { return nil }
    var (position, length) = (start + 2, UInt64(bytes[start + 1] & 0x7F))
    let sizeOfLength = length == 126 ? 2 : length == 127 ? 8 : 0
    if sizeOfLength > 0 {
      guard bytes.count - position >= sizeOfLength else { return nil }
      length = bytes[position..<position + sizeOfLength].reduce(0) { $0 << 8 | UInt64($1) }
      position += sizeOfLength
    }
    if isMasked(bytes[start + 1]) { position += 4 }
    guard position <= bytes.count, length <= bytes.count - position else { return nil }
    let end = position + Int(length)
    return Field(range: start..<end, content: position..<end)
  }

  private func isMasked(_ secondByte: UInt8) -> Bool { secondByte & 0x80 != 0 }

  /// Returns the content of a frame without its mask, and any other content as it is.
  private func unmasked(_ content: [UInt8], in field: [UInt8]) -> [UInt8] {
    guard format == .webSocket, isMasked(field[1]) else { return content }
    return Self.masked(content, with: Array(field.dropLast(content.count).suffix(4)))
  }

  private static func masked(_ content: [UInt8], with mask: [UInt8]) -> [UInt8] {
    content.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  /// Returns a field that contains bytes: one with a length, or a frame with a mask.
  ///
  /// - Parameter first: The first byte of the field whose content it was, whose number or opcode is kept.
  private func written(
    _ content: [UInt8], _ random: inout SeededGenerator, first: UInt8? = nil
  ) -> [UInt8] {
    switch format {
    case .protobuf:
      var field = [(first ?? 0x08) & 0x78 | 2]
      var length = content.count
      while length >= 0x80 {
        field.append(UInt8(length & 0x7F) | 0x80)
        length >>= 7
      }
      return field + [UInt8(length)] + content
    case .webSocket:
      var frame = [first ?? random.pick([0x81, 0x82, 0x01, 0x02, 0x80, 0x00, 0x88, 0x89])]
      if content.count < 126 {
        frame.append(0x80 | UInt8(content.count))
      } else {
        frame += [
          0xFE, UInt8(truncatingIfNeeded: content.count >> 8), UInt8(truncatingIfNeeded: content.count),
        ]
      }
      let mask = (0..<4).map { _ in random.byte() }
      return frame + mask + Self.masked(content, with: mask)
    }
  }
}
