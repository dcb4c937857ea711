import Foundation
public import SluiceCoding

/// An encoding that Foundation decodes.
struct FoundationEncoding: Sendable {
  /// The name in the WHATWG Encoding standard.
  let name: String
  /// The number of the encoding in Core Foundation (`CFStringEncodingExt.h`).
  let number: UInt
  let labels: [String]
  /// The bytes to refuse, because Foundation accepts them in contrast to the standard or decodes them differently.
  let refusedBytes: [UInt8]
  /// The bytes to refuse unless they are the second one of a character, which these ranges begin.
  let refusedFirstBytes: [UInt8]
  let leads: [ClosedRange<UInt8>]
  /// Whether to refuse private use characters, which Foundation returns for other characters of the standard.
  let refusesPrivateUse: Bool

  init(
    _ name: String, _ number: UInt, refusing refusedBytes: [UInt8] = [],
    refusingFirst refusedFirstBytes: [UInt8] = [], unlessAfter leads: [ClosedRange<UInt8>] = [],
    refusesPrivateUse: Bool = false, labels: String
  ) {
    self.name = name
    self.number = number
    self.labels = labels.split(separator: " ").map(String.init)
    self.refusedBytes = refusedBytes
    self.refusedFirstBytes = refusedFirstBytes
    self.leads = leads
    self.refusesPrivateUse = refusesPrivateUse
  }

  var textEncoding: TextEncoding {
    // Foundation represents the 16-bit numbers of Core Foundation with the highest bit set.
    let encoding = String.Encoding(rawValue: 0x8000_0000 | number)
    return TextEncoding(name: name) { [self] bytes throws(TextError) in
      if let position = firstRefused(in: bytes) { throw .malformed(in: name, at: position) }
      let data = Data(
        [UInt8](capacity: bytes.count) { output in
          for position in bytes.indices { output.append(bytes[position]) }
        })
      guard let text = String(data: data, encoding: encoding) else { throw .malformed(in: name) }
      if refusesPrivateUse, text.utf16.contains(where: { 0xE000...0xF8FF ~= $0 }) {
        throw .malformed(in: name)
      }
      return text
    }
  }

  /// Returns the position of the first byte that is refused, or `nil` if there is none.
  private func firstRefused(in bytes: borrowing Span<UInt8>) -> Int? {
    if refusedBytes.isEmpty { return nil }
    var isSecond = false
    for position in bytes.indices {
      let byte = bytes[position]
      if refusedBytes.contains(byte) || !isSecond && refusedFirstBytes.contains(byte) { return position }
      isSecond = !isSecond && leads.contains { $0.contains(byte) }
    }
    return nil
  }
}

extension TextEncodings {
  /// The ``TextEncodings/standard`` encodings and other encodings of the
  /// [WHATWG Encoding standard](https://encoding.spec.whatwg.org) that Foundation decodes.
  ///
  /// ```swift
  /// let text = try TextEncodings.foundation.decode(bytes.span, label: "shift_jis")
  /// ```
  ///
  /// The additional encodings are ISO-8859-2 to -16, windows-874, windows-1250 to -1258, KOI8-R and -U, macintosh,
  /// x-mac-cyrillic, GBK, gb18030, Big5, Shift_JIS, ISO-2022-JP and EUC-KR. IBM866 and EUC-JP are not supported, since
  /// Foundation decodes them incorrectly on Linux; neither are `replacement` and `x-user-defined`.
  ///
  /// Foundation does not report the position of malformed text: ``TextError/byteOffset`` is usually `nil` for the
  /// additional encodings.
  public static let foundation: TextEncodings = {
    var encodings = standard
    for encoding in FoundationEncoding.all { encodings.add(encoding.textEncoding, labels: encoding.labels) }
    return encodings
  }()
}
