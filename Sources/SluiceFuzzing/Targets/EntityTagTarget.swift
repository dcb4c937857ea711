import SluiceCoding

extension FuzzTarget {
  /// The values of two `ETag` fields: byte 0 is the length of the first.
  static let entityTag = FuzzTarget("entity-tag", maximumByteCount: 1024) { input in
    let first = input.string()
    let second = input.rest()
    let (a, b) = (try tag(first), try tag(second))
    guard let a, let b else { return }
    let isSame = !a.isWeak && first == second
    try require(a.isStronglyEqual(to: b) == isSame, "\(a) and \(b)")
    try require(b.isStronglyEqual(to: a) == isSame, "\(b) and \(a)")
    try require(a.isStronglyEqual(to: a) == !a.isWeak, "\(a) and itself")
  }

  /// The tag, which is read where the bytes are of its form alone.
  private static func tag(_ bytes: [UInt8]) throws -> EntityTag? {
    // What is not UTF-8 cannot be told from what stands for it.
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return nil }
    let tag = EntityTag(String(decoding: bytes, as: UTF8.self))
    let isWeak = bytes.starts(with: "W/".utf8)
    let quoted = isWeak ? bytes.dropFirst(2) : bytes[...]
    let isTag =
      quoted.count >= 2 && quoted.first == 0x22 && quoted.last == 0x22
      && quoted.dropFirst().dropLast().allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
    try require((tag != nil) == isTag, "a tag: \(isTag)")
    guard let tag else { return nil }
    try require(tag.isWeak == isWeak && tag.description.utf8.elementsEqual(bytes), "written: \(tag)")
    return tag
  }
}
