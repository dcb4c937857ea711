/// A mutator that changes the parts and headers of multipart bodies.
struct MultipartMutator: StructureMutator {
  let bytes: ByteMutator

  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    repeat {
      guard let outline = MultipartOutline(bytes) else {
        if random.oneIn(2) { return self.bytes.mutate(&bytes, upTo: limit, &random) }
        return bytes = Self.simpleBody
      }
      var attempts = 4
      while attempts > 0, !change(&bytes, outline, upTo: limit, &random) { attempts -= 1 }
    } while random.oneIn(3)
    if random.oneIn(12) { self.bytes.mutateOnce(&bytes, upTo: limit, &random) }
  }

  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    guard let outline = MultipartOutline(bytes), let otherOutline = MultipartOutline(other) else {
      return self.bytes.cross(&bytes, with: other, upTo: limit, &random)
    }
    // The content of a part of the other body, after a delimiter of this one.
    let source = Array(other[random.pick(otherOutline.parts).content])
    let target = random.pick(outline.parts)
    let part = Self.line("--", outline.boundary) + source
    if random.oneIn(2), !target.isClosing, bytes.splice(target.content, source, upTo: limit) { return }
    if !bytes.splice(at: target.start, part, upTo: limit) { mutate(&bytes, upTo: limit, &random) }
  }

  /// Makes a single change.
  ///
  /// - Returns: `false` if it does not apply or does not fit, and nothing has changed.
  private func change(
    _ bytes: inout [UInt8], _ outline: MultipartOutline, upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let part = random.pick(outline.parts)
    switch random.below(24) {
    case 0, 1:
      guard !part.isClosing || random.oneIn(4) else { return false }
      bytes.removeSubrange(part.range)
      return true
    case 2, 3:
      guard !part.isClosing || random.oneIn(4) else { return false }
      let room = (limit - bytes.count) / part.range.count
      guard room > 0 else { return false }
      let count = random.oneIn(8) ? random.length(upTo: min(room, 1000)) : 1
      return bytes.splice(
        at: part.start, Array(repeatElement(bytes[part.range], count: count).joined()), upTo: limit)
    case 4, 5: return swap(part, random.pick(outline.parts), in: &bytes)
    case 6, 7, 8: return addHeader(to: part, in: &bytes, upTo: limit, &random)
    case 9, 10, 11: return changeHeader(of: part, in: &bytes, upTo: limit, &random)
    case 12, 13, 14: return addToBody(of: part, in: &bytes, outline, upTo: limit, &random)
    case 15, 16: return changeBody(of: part, in: &bytes, upTo: limit, &random)
    case 17: return nest(part, in: &bytes, outline, upTo: limit, &random)
    case 18: return changeDelimiter(of: part, in: &bytes, outline, upTo: limit, &random)
    case 19: return changeLineBreak(of: part, in: &bytes, upTo: limit, &random)
    case 20:
      // A form in which every part's delimiter is a prefix of the first one's.
      guard outline.boundary.count > 1, random.oneIn(2) else { return false }
      let prefix = Self.line("--", Array(outline.boundary.dropLast()))
      return bytes.splice(at: part.start, prefix, upTo: limit)
    case 21:
      // A preamble.
      return bytes.splice(
        at: 0, random.pick([Array("preamble\r\n".utf8), [0x0D, 0x0A], Array("--\r\n".utf8)]), upTo: limit)
    case 22:
      // An epilogue.
      return bytes.splice(
        at: bytes.count,
        random.pick([Array("epilogue".utf8), [0x0D, 0x0A], Self.line("--", outline.boundary)]), upTo: limit)
    default:
      guard let closing = outline.parts.last, closing.isClosing, random.oneIn(2) else { return false }
      bytes.removeLast(bytes.count - closing.start)
      return true
    }
  }

  // MARK: Parts

  private func swap(
    _ a: MultipartOutline.Part, _ b: MultipartOutline.Part, in bytes: inout [UInt8]
  ) -> Bool {
    guard a.start != b.start, !a.isClosing, !b.isClosing else { return false }
    let (first, last) = a.start < b.start ? (a, b) : (b, a)
    let joined = bytes[last.range] + bytes[first.end..<last.start] + bytes[first.range]
    bytes.replaceSubrange(first.start..<last.end, with: Array(joined))
    return true
  }

  private func nest(
    _ part: MultipartOutline.Part, in bytes: inout [UInt8], _ outline: MultipartOutline, upTo limit: Int,
    _ random: inout SeededGenerator
  ) -> Bool {
    let inner = random.oneIn(2) ? outline.boundary + [UInt8(ascii: "x")] : Array("inner".utf8)
    var nested = Self.line("--", outline.boundary)
    nested +=
      "Content-Disposition: form-data; name=\"nested\"\r\nContent-Type: multipart/mixed; boundary=\"".utf8
    nested += inner + Array("\"\r\n\r\n".utf8) + Self.line("--", inner)
    nested += bytes[part.content].prefix(limit / 2)
    nested += Self.line("\r\n--", inner + Array("--".utf8))
    return bytes.splice(at: part.start, nested, upTo: limit)
  }

  private func changeDelimiter(
    of part: MultipartOutline.Part, in bytes: inout [UInt8], _ outline: MultipartOutline, upTo limit: Int,
    _ random: inout SeededGenerator
  ) -> Bool {
    let boundary = outline.boundary
    let lines: [[UInt8]] = [
      Self.line("--", boundary + Array(" \t".utf8)), Self.line("--", boundary + [0x2D]),
      Self.line("-", boundary),
      Self.line("--", boundary + Array("--".utf8)), Self.line("---", boundary),
      Self.line("--", boundary + [0x61]),
      Array("--".utf8) + boundary + [0x0A], Array("--".utf8) + boundary, Array("--".utf8) + boundary + [0x0D],
      Self.line("--", boundary.reversed()),
    ]
    return bytes.splice(part.start..<part.headStart, random.pick(lines), upTo: limit)
  }

  private func changeLineBreak(
    of part: MultipartOutline.Part, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    // The first line break after a random place.
    let place = part.start + random.below(part.range.count)
    guard let end = bytes[place...].firstIndex(of: 0x0A) else { return false }
    let start = end > 0 && bytes[end - 1] == 0x0D ? end - 1 : end
    let breaks: [[UInt8]] = [
      [0x0A], [0x0D], [0x0D, 0x0A], [0x0D, 0x0D, 0x0A], [0x0A, 0x0D], [0x20, 0x0D, 0x0A], [0x0D, 0x0A, 0x20],
      [0x0D, 0x0A, 0x0D, 0x0A], [],
    ]
    return bytes.splice(start..<end + 1, random.pick(breaks), upTo: limit)
  }

  // MARK: Headers

  private func addHeader(
    to part: MultipartOutline.Part, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    guard !part.isClosing else { return false }
    let headers = random.oneIn(5) ? MultipartEdgeCases.brokenHeaders : MultipartEdgeCases.headers
    return bytes.splice(at: part.headStart, random.pick(headers) + [0x0D, 0x0A], upTo: limit)
  }

  /// Removes, repeats, cuts or changes the text of a header line.
  private func changeHeader(
    of part: MultipartOutline.Part, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let head = MultipartOutline.head(of: part, in: bytes)
    guard head.end > part.headStart else { return false }
    let place = part.headStart + random.below(head.end - part.headStart)
    let start = bytes[part.headStart..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? part.headStart
    let end = bytes[place..<head.end].firstIndex(of: 0x0A).map { $0 + 1 } ?? head.end
    switch random.below(7) {
    case 0:
      bytes.removeSubrange(start..<end)
      return true
    case 1: return bytes.splice(at: start, Array(bytes[start..<end]), upTo: limit)
    case 2:
      return bytes.splice(start..<end, random.pick(MultipartEdgeCases.headers) + [0x0D, 0x0A], upTo: limit)
    case 3: return bytes.splice(at: place, random.pick(MultipartEdgeCases.brokenHeaderParts), upTo: limit)
    case 4:
      // The line ends within quotes or an escape.
      let end = bytes[place..<end].firstIndex { $0 == 0x0D || $0 == 0x0A } ?? end
      return bytes.splice(
        place..<end, random.oneIn(2) ? [] : random.pick(MultipartEdgeCases.headerParts), upTo: limit)
    default:
      // Mostly in the value, so that the name stays one.
      let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")) ?? start
      return bytes.splice(
        at: max(place, min(colon + 1, end - 1)), random.pick(MultipartEdgeCases.headerParts), upTo: limit)
    }
  }

  // MARK: Bodies

  /// Inserts something that resembles a delimiter into a body.
  private func addToBody(
    of part: MultipartOutline.Part, in bytes: inout [UInt8], _ outline: MultipartOutline, upTo limit: Int,
    _ random: inout SeededGenerator
  ) -> Bool {
    let start = MultipartOutline.head(of: part, in: bytes).bodyStart
    // Before the line break that belongs to the next delimiter.
    guard !part.isClosing, part.end - start >= 2 else { return false }
    let place = start + random.below(part.end - start - 1)
    let boundary = outline.boundary
    let prefix = boundary.prefix(random.below(boundary.count + 1))
    let insertion: [UInt8] =
      switch random.below(10) {
      case 0: Array("\r\n--".utf8) + prefix
      case 1: Array("\r\n--".utf8) + prefix + Array("x".utf8)
      case 2: Array("\n--".utf8) + boundary
      case 3: Array("\r--".utf8) + boundary
      case 4: Array("\r\n-".utf8) + boundary
      case 5: Array("--".utf8) + boundary
      case 6: Array("\r\n--\r\n--".utf8) + prefix
      case 7: Array("\r\n--".utf8) + boundary + Array(random.oneIn(2) ? "-x".utf8 : "x".utf8)
      case 8:
        Array(repeatElement(Array("\r\n--".utf8) + prefix.dropLast(), count: 1 + random.below(20)).joined())
      default:
        random.pick([[0x0D], [0x0D, 0x0A], [0x0D, 0x0D, 0x0A], [0x0A], [0x00], Array("\r\n\r\n".utf8)])
      }
    return bytes.splice(at: place, insertion, upTo: limit)
  }

  private func changeBody(
    of part: MultipartOutline.Part, in bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator
  ) -> Bool {
    let start = MultipartOutline.head(of: part, in: bytes).bodyStart
    guard !part.isClosing, part.end - start >= 2 else { return false }
    let body = start..<part.end - 2
    var changed = random.oneIn(4) ? [] : Array(bytes[body])
    self.bytes.mutate(&changed, upTo: limit - (bytes.count - body.count), &random)
    return bytes.splice(body, changed, upTo: limit)
  }

  private static func line(_ start: String, _ boundary: [UInt8]) -> [UInt8] {
    Array(start.utf8) + boundary + [0x0D, 0x0A]
  }

  private static let simpleBody = Array(
    "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue\r\n--b--\r\n".utf8)
}

/// Headers of parts that parsers treat differently.
private enum MultipartEdgeCases {
  static let headers = texts(
    "Content-Type: text/plain", "Content-Type: text/plain; charset=utf-16",
    "Content-Type: application/octet-stream",
    "Content-Transfer-Encoding: base64", "X-A: b", "X-A:", "X-A:   b  ", "x-a:b",
    "X-Long: " + String(repeating: "x", count: 100),
    "Content-Disposition: form-data; name=\"a\"", "Content-Disposition: form-data; name=a",
    "Content-Disposition: form-data; name=\"\"", "Content-Disposition: form-data; name=\"a\"; filename=\"\"",
    "Content-Disposition: form-data; name=\"a\"; filename=\"../b\"",
    "Content-Disposition: form-data; name=\"%22%0D%0A\"",
    "Content-Disposition: form-data; name=\"a\"; filename*=UTF-8''%e2%82%ac",
    "Content-Disposition: form-data; filename=\"b;c\"; name=\"a=b\"",
    "CONTENT-DISPOSITION: FORM-DATA; NAME=\"A\"",
    "Content-Disposition: attachment; filename=\"a\\\"b\"", "Content-Disposition: form-data; name=\"\u{e9}\"",
    "Content-Disposition: form-data", "Content-Length: 5")

  static let brokenHeaders: [[UInt8]] =
    texts(
      "Content-Length: 99999999999999999999", "Content-Length: -1", " X-Folded: b", "\tfolded", "X A: b",
      ": b", "no colon",
      "X-A : b", "X-A: \u{0}", "X-A: a\rb", "Content-Disposition: form-data; name=\"a",
      "Content-Disposition: form-data; name=\"a\"; name=\"b\"", "Content-Disposition: ;", "")
    + [[0x58, 0x3A, 0x20, 0xFF]]

  static let headerParts = texts(
    "a", ";", "; a=b", "; name=\"b\"", "; filename=\"c\"", "\"", "\\", "\\\"", "%22", "%0D%0A", "%", "=", ",",
    " ", "\t", "'",
    "\u{e9}", "*", "/")

  static let brokenHeaderParts: [[UInt8]] =
    texts("\r", "\n", "\u{0}", "\r\n", "\r\n ", "\u{1}", "\u{7f}", ":") + [[0xFF]]

  private static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
