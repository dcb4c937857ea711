internal import SluiceSupport

/// Splits text into pairs like the URL standard's `application/x-www-form-urlencoded` parser.
struct QueryParser {
  let decoder: Query.Decoder

  func pairs(in bytes: Span<UInt8>) throws(Query.Error) -> Query.Pairs {
    var pairs = Query.Pairs()
    var scratch: [UInt8] = []
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
        let name = try text(of: start..<(equals ?? end), in: bytes, scratch: &scratch)
        var value: String?
        if let equals { value = try text(of: equals + 1..<end, in: bytes, scratch: &scratch) }
        pairs.append(Query.Pair(name, value))
      }
      start = end + 1
    }
    return pairs
  }

  private func text(
    of range: Range<Int>, in bytes: Span<UInt8>, scratch: inout [UInt8]
  ) throws(Query.Error) -> String {
    let escaped = bytes.extracting(range)
    scratch.removeAll(keepingCapacity: true)
    let malformed = PercentCoding.decode(escaped, plusAsSpace: decoder.escaping.spaceAsPlus, into: &scratch)
    if decoder.isStrict {
      if let malformed { throw Query.Error(code: .invalidEscape, byteOffset: range.lowerBound + malformed) }
      do {
        _ = try UTF8Span(validating: scratch.span)
      } catch {
        let offset = PercentCoding.escapedOffset(of: error.byteOffsets.lowerBound, in: escaped)
        throw Query.Error(code: .invalidUTF8, byteOffset: range.lowerBound + offset)
      }
    }
    return String(decoding: scratch, as: UTF8.self)
  }
}
