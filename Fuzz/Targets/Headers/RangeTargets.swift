import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
  /// The value of a `Content-Range` field ([RFC 9110 §14.4](https://www.rfc-editor.org/rfc/rfc9110#section-14.4)).
  static let contentRange = FuzzTarget("content-range", maximumByteCount: 256) { input in
    let text = String(decoding: input.rest(), as: UTF8.self)
    let range = ContentRange(text)
    try requireEqual(range.map { [$0.range.lowerBound, $0.range.upperBound] }, wantedRange(text), "range")
    if let range {
      try requireEqual(ContentRange(range.description), range, "parsed again")
      try require(range.range.upperBound <= range.completeLength ?? .max, "\(range) is beyond the length")
      try require(ContentRange.Unsatisfied(text)?.completeLength == nil, "\(range) is also unsatisfied")
    }
    let bytes = Array(text.utf8)
    let isUnsatisfied = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased() == "bytes */"
    try requireEqual(
      ContentRange.Unsatisfied(text)?.completeLength, isUnsatisfied ? number(bytes.dropFirst(8)) : nil,
      "unsatisfied")
  }

  /// Returns the bounds from a split of the text into `bytes`, first, last and length, or `nil` if it is malformed.
  private static func wantedRange(_ text: String) -> [Int64]? {
    let bytes = Array(text.utf8)
    guard bytes.count > 6, String(decoding: bytes[..<6], as: UTF8.self).lowercased() == "bytes " else {
      return nil
    }
    let halves = bytes[6...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let ends = halves[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last else {
      return nil
    }
    if halves[1].elementsEqual("*".utf8) { return [first, last + 1] }
    guard let length = number(halves[1]), last < length else { return nil }
    return [first, last + 1]
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    var number: Int64 = 0
    for digit in digits {
      let (ten, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = ten.addingReportingOverflow(Int64(digit - 0x30))
      if isTooLarge || isOver { return nil }
      number = sum
    }
    return number < .max ? number : nil
  }

  /// The values of two `ETag` fields, and a list of tags.
  ///
  /// Byte 0 is the length of the first value, which follows it. The rest is the second value, and the list.
  static let entityTag = FuzzTarget("entity-tag", maximumByteCount: 1024) { input in
    let first = input.string()
    let second = input.rest()
    let (a, b) = (try tag(first), try tag(second))
    try checkList(String(decoding: second, as: UTF8.self))
    guard let a, let b else { return }
    let isSame = !a.isWeak && first == second
    try require(a.isStronglyEqual(to: b) == isSame, "comparing \(a) and \(b)")
    try require(b.isStronglyEqual(to: a) == isSame, "comparing \(b) and \(a)")
    try require((a == b) == (first == second), "equality of \(a) and \(b)")
    try require(Set([a, b]).count == (first == second ? 1 : 2), "hashes of \(a) and \(b)")
    try require(a.isStronglyEqual(to: a) == !a.isWeak, "comparing \(a) with itself")
    let isSameText = a.opaqueTag.utf8.elementsEqual(b.opaqueTag.utf8)
    try require(a.isWeaklyEqual(to: b) == isSameText, "comparing the texts of \(a) and \(b)")
    try requireEqual(EntityTag.list("\(a) ,\t\(b)"), [a, b], "a list of \(a) and \(b)")
  }

  /// Parses a list, and checks that its tags are in the text, one after the other, with only blanks and commas between.
  private static func checkList(_ text: String) throws {
    guard let tags = EntityTag.list(text) else { return }
    var rest = Array(text.utf8)[...]
    for tag in tags {
      rest = rest.drop { " \t,".utf8.contains($0) }
      try require(rest.starts(with: tag.description.utf8), "\(text): \(tag) is not the next one")
      rest = rest.dropFirst(tag.description.utf8.count)
    }
    try require(rest.allSatisfy { " \t,".utf8.contains($0) }, "\(text): only \(tags)")
  }

  /// Parses a tag, and checks that it is accepted only in the form of an entity tag.
  private static func tag(_ bytes: [UInt8]) throws -> EntityTag? {
    // Malformed UTF-8 cannot be distinguished from its replacement characters.
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
    let tag = EntityTag(String(decoding: bytes, as: UTF8.self))
    let isWeak = bytes.starts(with: "W/".utf8)
    let quoted = isWeak ? bytes.dropFirst(2) : bytes[...]
    let isTag =
      quoted.count >= 2 && quoted.first == 0x22 && quoted.last == 0x22
      && quoted.dropFirst().dropLast().allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
      // A replacement character.
      && bytes.firstRange(of: [0xEF, 0xBF, 0xBD]) == nil
    try require((tag != nil) == isTag, "expected a tag: \(isTag)")
    guard let tag else { return nil }
    try requireEqual(EntityTag(opaqueTag: tag.opaqueTag, isWeak: isWeak), tag, "a tag of the same text")
    try require(tag.isWeak == isWeak && tag.description.utf8.elementsEqual(bytes), "written: \(tag)")
    return tag
  }
}
