import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
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
