/// The encoding of a text in ASCII letters, digits and hyphens (RFC 3492).
///
/// The ASCII characters come first, then a hyphen, if there are any. Each other character is a number in base 36 with
/// digits of variable weight: how often the decoder has to step through all code points and all places in the text
/// before it inserts the character.
///
/// ```
/// bücher     bcher-kva      ü (U+00FC) is inserted after 1 of 5 characters: 745 = (0xFC - 0x80) * 6 + 1
/// 日本        wgv71a         no ASCII character, so no hyphen
/// ```
package enum Punycode {
  /// The maximum number of characters. A label of a host's name has at most 63 bytes, and each character takes one.
  static let maximumCharacterCount = 63

  private static let (base, firstThreshold, lastThreshold) = (36, 1, 26)
  private static let firstCharacter = 0x80

  /// Returns the encoded text, or `nil` if it has more than 63 characters.
  ///
  /// - Complexity: O(n²) in the number of characters.
  package static func encoded(_ text: String) -> String? {
    let characters = text.unicodeScalars.prefix(maximumCharacterCount + 1).map { Int($0.value) }
    guard characters.count <= maximumCharacterCount else { return nil }
    var output = characters.filter { $0 < firstCharacter }.map { UInt8(truncatingIfNeeded: $0) }
    let basicCount = output.count
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    // BOUNDED: a step is less than 0x110000, and there are at most 64 places for each, so no number exceeds 2^27.
    var (current, steps, bias, handledCount) = (firstCharacter, 0, 72, basicCount)
    while handledCount < characters.count, let next = characters.lazy.filter({ $0 >= current }).min() {
      steps += (next - current) * (handledCount + 1)
      current = next
      for character in characters {
        if character < current { steps += 1 }
        guard character == current else { continue }
        append(steps, bias, to: &output)
        bias = adapted(to: steps, handledCount + 1, isFirst: handledCount == basicCount)
        steps = 0
        handledCount += 1
      }
      steps += 1
      current += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends a number, the digit with the least weight first.
  private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
    var rest = number
    var position = base
    while true {
      let threshold = min(max(position - bias, firstThreshold), lastThreshold)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      position += base
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: Int) -> UInt8 {
    UInt8(
      truncatingIfNeeded: value < 26 ? Int(UInt8(ascii: "a")) + value : Int(UInt8(ascii: "0")) + value - 26)
  }

  /// Returns the bias of the next number (RFC 3492 §6.1).
  private static func adapted(to number: Int, _ characterCount: Int, isFirst: Bool) -> Int {
    var number = isFirst ? number / 700 : number / 2
    number += number / characterCount
    var position = 0
    while number > (base - firstThreshold) * lastThreshold / 2 {
      number /= base - firstThreshold
      position += base
    }
    return position + (base - firstThreshold + 1) * number / (number + 38)
  }
}
