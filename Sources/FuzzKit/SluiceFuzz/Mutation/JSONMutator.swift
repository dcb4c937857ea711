/// A mutator that changes the values of JSON texts.
struct JSONMutator: StructureMutator {
  let bytes: ByteMutator

  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    repeat {
      let outline = JSONOutline(bytes)
      guard !outline.items.isEmpty else {
        if random.oneIn(2) { return self.bytes.mutate(&bytes, upTo: limit, &random) }
        return bytes = JSONEdgeCases.value(&random)
      }
      // A change that does not fit is replaced by another one.
      var attempts = 4
      while attempts > 0, !change(&bytes, outline, upTo: limit, &random) { attempts -= 1 }
    } while random.oneIn(3)
    if random.oneIn(12) { self.bytes.mutateOnce(&bytes, upTo: limit, &random) }
  }

  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    let (outline, otherOutline) = (JSONOutline(bytes), JSONOutline(other))
    guard !outline.items.isEmpty, !otherOutline.items.isEmpty else {
      return self.bytes.cross(&bytes, with: other, upTo: limit, &random)
    }
    for _ in 0..<4 {
      let (target, source) = (random.pick(outline.items), random.pick(otherOutline.items))
      let isDone =
        random.oneIn(2)
        ? bytes.splice(target.value, Array(other[source.value]), upTo: limit)
        : insert(source, of: other, into: &bytes, before: target, upTo: limit)
      if isDone { return }
    }
    mutate(&bytes, upTo: limit, &random)
  }

  /// Makes a single change.
  ///
  /// - Returns: `false` if it does not apply or does not fit, and nothing has changed.
  private func change(
    _ bytes: inout [UInt8], _ outline: JSONOutline, upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let item = random.pick(outline.items)
    switch random.below(24) {
    case 0, 1, 2: return bytes.splice(item.value, JSONEdgeCases.value(&random), upTo: limit)
    case 3, 4: return remove(item, from: &bytes, outline)
    case 5, 6: return repeatItem(item, in: &bytes, upTo: limit, &random)
    case 7, 8: return swap(item, random.pick(outline.items), in: &bytes)
    case 9, 10:
      return bytes.splice(item.value, Array(bytes[random.pick(outline.items).value]), upTo: limit)
    case 11, 12:
      let source = random.pick(outline.items)
      return insert(source, of: bytes, into: &bytes, before: item, upTo: limit)
    case 13: return nest(item, in: &bytes, upTo: limit, &random)
    case 14, 15: return changeKey(of: item, in: &bytes, outline, upTo: limit, &random)
    case 16, 17, 18: return changeScalar(item, in: &bytes, upTo: limit, &random)
    case 19, 20: return add(to: item, in: &bytes, upTo: limit, &random)
    case 21: return bytes.splice(at: item.start, random.pick(Self.blanks), upTo: limit)
    case 22: return bytes.splice(item.value, random.pick(JSONEdgeCases.broken), upTo: limit)
    default:
      if let word = self.bytes.words.isEmpty ? nil : random.pick(self.bytes.words) {
        return bytes.splice(item.value, word, upTo: limit)
      }
      return false
    }
  }

  private static let blanks: [[UInt8]] = [
    [0x20], [0x0A], [0x0D, 0x0A], [0x09], Array(repeating: 0x20, count: 70),
  ]

  // MARK: Items

  private func remove(_ item: JSONOutline.Item, from bytes: inout [UInt8], _ outline: JSONOutline) -> Bool {
    // The document itself stays.
    guard item.start > 0, outline.items.count > 1 else { return false }
    bytes.removeSubrange(JSONOutline.rangeWithComma(of: item, in: bytes))
    return true
  }

  private func repeatItem(
    _ item: JSONOutline.Item, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let copy = bytes[item.range] + [UInt8(ascii: ",")]
    let room = (limit - bytes.count) / copy.count
    guard room > 0, item.start > 0 else { return false }
    let count = random.oneIn(8) ? random.length(upTo: min(room, 1000)) : 1
    return bytes.splice(at: item.start, Array(repeatElement(copy, count: count).joined()), upTo: limit)
  }

  /// Exchanges two values. If one contains the other, the inner one replaces the outer one.
  private func swap(_ a: JSONOutline.Item, _ b: JSONOutline.Item, in bytes: inout [UInt8]) -> Bool {
    let (first, last) = a.valueStart <= b.valueStart ? (a, b) : (b, a)
    guard first.valueStart < last.valueStart else { return false }
    if last.end <= first.end {
      bytes.replaceSubrange(first.value, with: Array(bytes[last.value]))
    } else {
      let joined = bytes[last.value] + bytes[first.end..<last.valueStart] + bytes[first.value]
      bytes.replaceSubrange(first.valueStart..<last.end, with: Array(joined))
    }
    return true
  }

  /// Inserts a copy of an item before another one, with a key if it needs one.
  private func insert(
    _ source: JSONOutline.Item, of other: [UInt8], into bytes: inout [UInt8], before target: JSONOutline.Item,
    upTo limit: Int
  ) -> Bool {
    // Nothing may stand beside the document.
    guard target.start > 0, bytes.count + source.range.count < limit else { return false }
    var copy: [UInt8] = []
    if target.isInObject {
      if !source.hasKey { copy += Array(#""k":"#.utf8) }
      copy += other[source.range]
    } else {
      copy += other[source.value]
    }
    copy.append(UInt8(ascii: ","))
    return bytes.splice(at: target.start, copy, upTo: limit)
  }

  private func nest(
    _ item: JSONOutline.Item, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let (open, close) = random.oneIn(2) ? ("[", "]") : (#"{"a":"#, "}")
    let room = (limit - bytes.count) / (open.utf8.count + 1)
    guard room > 0 else { return false }
    let depth = random.oneIn(4) ? 1 + random.below(min(room, 2000)) : random.length(upTo: min(room, 8))
    var nested = Array(repeatElement(open.utf8, count: depth).joined())
    nested += bytes[item.value]
    nested += repeatElement(close.utf8, count: depth).joined()
    return bytes.splice(item.value, nested, upTo: limit)
  }

  /// Inserts a value at the start of a container.
  private func add(
    to item: JSONOutline.Item, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    guard item.kind == .array || item.kind == .object else { return false }
    let start = item.valueStart + 1
    var insertion: [UInt8] = []
    if item.kind == .object { insertion += random.pick(JSONEdgeCases.keys) + [UInt8(ascii: ":")] }
    insertion += JSONEdgeCases.value(&random)
    var next = start
    while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
    if next < bytes.count, bytes[next] != UInt8(ascii: "]"), bytes[next] != UInt8(ascii: "}") {
      insertion.append(UInt8(ascii: ","))
    }
    return bytes.splice(at: start, insertion, upTo: limit)
  }

  // MARK: Keys and scalars

  private func changeKey(
    of item: JSONOutline.Item, in bytes: inout [UInt8], _ outline: JSONOutline, upTo limit: Int,
    _ random: inout SeededGenerator
  ) -> Bool {
    guard item.hasKey else { return false }
    let other = random.pick(outline.items)
    if other.hasKey, random.oneIn(2) { return bytes.splice(item.key, Array(bytes[other.key]), upTo: limit) }
    if random.oneIn(3) { return changeString(item.key, in: &bytes, upTo: limit, &random) }
    return bytes.splice(item.key, random.pick(JSONEdgeCases.keys), upTo: limit)
  }

  private func changeScalar(
    _ item: JSONOutline.Item, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    switch item.kind {
    case .string: return changeString(item.value, in: &bytes, upTo: limit, &random)
    case .number: return changeNumber(item.value, in: &bytes, upTo: limit, &random)
    case .raw: return bytes.splice(item.value, JSONEdgeCases.value(&random), upTo: limit)
    case .literal, .array, .object: return false
    }
  }

  /// Inserts an escape into a string, or removes or repeats a part.
  private func changeString(
    _ string: Range<Int>, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    guard string.count >= 2 else { return false }
    var place = string.lowerBound + 1 + random.below(string.count - 1)
    // Not inside of a character or an escape: after a backslash, the string continues with what it escapes.
    var left = 8
    while left > 0, place < string.upperBound - 1,
      bytes[place] & 0xC0 == 0x80 || bytes[place - 1] == UInt8(ascii: "\\")
    {
      place += 1
      left -= 1
    }
    switch random.below(8) {
    case 0: return bytes.splice(at: place, random.pick(JSONEdgeCases.brokenEscapes), upTo: limit)
    case 1:
      let count = random.length(upTo: 300)
      return bytes.splice(at: place, Array(repeating: UInt8(ascii: "x"), count: count), upTo: limit)
    case 2:
      bytes.removeSubrange(string.lowerBound + 1..<string.upperBound - 1)
      return true
    default: return bytes.splice(at: place, random.pick(JSONEdgeCases.escapes), upTo: limit)
    }
  }

  private func changeNumber(
    _ number: Range<Int>, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let digit = UInt8(ascii: "0") + UInt8(random.below(10))
    let last = number.upperBound - 1
    switch random.below(6) {
    case 0: return bytes.splice(at: number.upperBound, [digit], upTo: limit)
    case 1: return bytes.splice(at: number.upperBound, Array("e\(random.below(700) - 350)".utf8), upTo: limit)
    case 2: return bytes.splice(at: number.upperBound, Array(".\(random.next())".utf8), upTo: limit)
    case 3:
      guard bytes[number.lowerBound] != UInt8(ascii: "-") else {
        guard number.count > 1 else { return false }
        bytes.remove(at: number.lowerBound)
        return true
      }
      return bytes.splice(at: number.lowerBound, [UInt8(ascii: "-")], upTo: limit)
    case 4:
      bytes[last] = digit
      return true
    default: return bytes.splice(number, random.pick(JSONEdgeCases.numbers), upTo: limit)
    }
  }
}

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
