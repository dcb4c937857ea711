internal import SluiceErrors
internal import SluiceSupport

/// Splits text into pairs like the URL standard's `application/x-www-form-urlencoded` parser.
struct QueryParser {
  let decoder: Query.Decoder

  func pairs(in bytes: Span<UInt8>) throws(Query.Error) -> Query.Pairs {
    var pairs: [Query.Pair] = []
    pairs.reserveCapacity(min(Self.count(of: UInt8(ascii: "&"), in: bytes) + 1, decoder.maximumPairCount))
    var decoded: [UInt8] = []
    var (name, nameRange) = ("", 0..<0)
    var start = 0
    while start < bytes.count {
      var end = start
      var equals: Int?
      while end < bytes.count, bytes[end] != UInt8(ascii: "&") {
        if equals == nil, bytes[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if start < end {
        guard pairs.count < decoder.maximumPairCount else {
          throw Query.Error(code: .tooManyPairs, byteOffset: start)
        }
        let range = start..<(equals ?? end)
        // The elements of an array have the same name.
        if !bytes.extracting(range).isEqual(to: bytes.extracting(nameRange)) {
          (name, nameRange) = (try text(of: range, in: bytes, decoded: &decoded), range)
        }
        var value: String?
        if let equals { value = try text(of: equals + 1..<end, in: bytes, decoded: &decoded) }
        pairs.append(Query.Pair(name, value))
      }
      start = end + 1
    }
    return Query.Pairs(pairs)
  }

  private func text(
    of range: Range<Int>, in bytes: Span<UInt8>, decoded: inout [UInt8]
  ) throws(Query.Error) -> String {
    let escaped = bytes.extracting(range)
    if !PercentCoding.isEscaped(escaped, plusAsSpace: decoder.escaping.spaceAsPlus),
      let text = try? UTF8Span(validating: escaped)
    {
      return String(copying: text)
    }
    // Removing the bytes of each text would take longer.
    if decoded.count > 4096 { decoded.removeAll(keepingCapacity: true) }
    let start = decoded.count
    let malformed = PercentCoding.decode(escaped, plusAsSpace: decoder.escaping.spaceAsPlus, into: &decoded)
    if decoder.isStrict, let malformed {
      throw Query.Error(code: .invalidEscape, byteOffset: range.lowerBound + malformed)
    }
    do {
      return String(copying: try UTF8Span(validating: decoded.span.extracting(start...)))
    } catch {
      guard decoder.isStrict else { return String(decoding: decoded[start...], as: UTF8.self) }
      let offset = PercentCoding.escapedOffset(of: error.byteOffsets.lowerBound, in: escaped)
      throw Query.Error(code: .invalidUTF8, byteOffset: range.lowerBound + offset)
    }
  }

  private static func count(of byte: UInt8, in bytes: Span<UInt8>) -> Int {
    var count = 0
    for position in bytes.indices where bytes[position] == byte { count += 1 }
    return count
  }
}
