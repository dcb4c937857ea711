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
}
