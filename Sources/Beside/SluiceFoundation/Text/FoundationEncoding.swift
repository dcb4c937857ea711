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
  /// Whether to refuse private use characters, which Foundation returns for other characters of the standard.
  let refusesPrivateUse: Bool

  init(
    _ name: String, _ number: UInt, refusing refusedBytes: [UInt8] = [], refusesPrivateUse: Bool = false,
    labels: String
  ) {
    self.name = name
    self.number = number
    self.labels = labels.split(separator: " ").map(String.init)
    self.refusedBytes = refusedBytes
    self.refusesPrivateUse = refusesPrivateUse
  }

  var textEncoding: TextEncoding {
    // Foundation represents the 16-bit numbers of Core Foundation with the highest bit set.
    let encoding = String.Encoding(rawValue: 0x8000_0000 | number)
    return TextEncoding(name: name) { [name, refusedBytes, refusesPrivateUse] bytes throws(TextError) in
      if !refusedBytes.isEmpty {
        for position in bytes.indices where refusedBytes.contains(bytes[position]) {
          throw .malformed(in: name, at: position)
        }
      }
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
