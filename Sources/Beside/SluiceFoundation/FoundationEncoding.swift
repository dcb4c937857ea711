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
    let isShiftJIS = name == "Shift_JIS"
    var isSecond = false
    for position in bytes.indices {
      let byte = bytes[position]
      // In Shift_JIS, 0xA0 occurs only as the second byte of a character, after one of these ranges.
      if refusedBytes.contains(byte) || isShiftJIS && !isSecond && byte == 0xA0 { return position }
      isSecond = !isSecond && (0x81...0x9F ~= byte || 0xE0...0xFC ~= byte)
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

extension FoundationEncoding {
  /// The supported encodings, with their labels from the
  /// [WHATWG Encoding standard §4.2](https://encoding.spec.whatwg.org/#names-and-labels).
  static let all: [FoundationEncoding] = singleByte + multiByte

  private static let singleByte = [
    FoundationEncoding(
      "ISO-8859-2", 0x0202,
      labels: "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"),
    FoundationEncoding(
      "ISO-8859-3", 0x0203,
      labels: "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"),
    FoundationEncoding(
      "ISO-8859-4", 0x0204,
      labels: "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"),
    FoundationEncoding(
      "ISO-8859-5", 0x0205,
      labels: """
        csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        """),
    FoundationEncoding(
      "ISO-8859-6", 0x0206,
      labels: """
        arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e \
        iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        """),
    FoundationEncoding(
      "ISO-8859-7", 0x0207,
      labels: """
        csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 \
        iso_8859-7:1987 sun_eu_greek
        """),
    FoundationEncoding(
      "ISO-8859-8", 0x0208,
      labels: """
        csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 \
        iso_8859-8:1988 visual
        """),
    FoundationEncoding("ISO-8859-8-I", 0x0208, labels: "csiso88598i iso-8859-8-i logical"),
    FoundationEncoding(
      "ISO-8859-10", 0x020A,
      labels: "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    FoundationEncoding("ISO-8859-13", 0x020D, labels: "iso-8859-13 iso8859-13 iso885913"),
    FoundationEncoding("ISO-8859-14", 0x020E, labels: "iso-8859-14 iso8859-14 iso885914"),
    FoundationEncoding(
      "ISO-8859-15", 0x020F, labels: "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
    FoundationEncoding("ISO-8859-16", 0x0210, labels: "iso-8859-16"),
    FoundationEncoding("KOI8-R", 0x0A02, labels: "cskoi8r koi koi8 koi8-r koi8_r"),
    FoundationEncoding("KOI8-U", 0x0A08, labels: "koi8-ru koi8-u"),
    FoundationEncoding("macintosh", 0x0000, labels: "csmacintosh mac macintosh x-mac-roman"),
    FoundationEncoding("x-mac-cyrillic", 0x0007, labels: "x-mac-cyrillic x-mac-ukrainian"),
    FoundationEncoding(
      "windows-874", 0x041D, labels: "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    FoundationEncoding("windows-1250", 0x0501, labels: "cp1250 windows-1250 x-cp1250"),
    FoundationEncoding("windows-1251", 0x0502, labels: "cp1251 windows-1251 x-cp1251"),
    FoundationEncoding("windows-1253", 0x0503, labels: "cp1253 windows-1253 x-cp1253"),
    FoundationEncoding(
      "windows-1254", 0x0504,
      labels: """
        cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 \
        windows-1254 x-cp1254
        """),
    FoundationEncoding("windows-1255", 0x0505, labels: "cp1255 windows-1255 x-cp1255"),
    FoundationEncoding("windows-1256", 0x0506, labels: "cp1256 windows-1256 x-cp1256"),
    FoundationEncoding("windows-1257", 0x0507, labels: "cp1257 windows-1257 x-cp1257"),
    FoundationEncoding("windows-1258", 0x0508, labels: "cp1258 windows-1258 x-cp1258"),
  ]

  private static let multiByte = [
    FoundationEncoding(
      "GBK", 0x0632,
      labels: """
        chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
        """),
    FoundationEncoding("gb18030", 0x0632, labels: "gb18030"),
    FoundationEncoding(
      "Big5", 0x0A06, refusing: [0x80, 0xFF], refusesPrivateUse: true,
      labels: "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    // Foundation also permutes the controls 0x1A, 0x1C and 0x7F.
    FoundationEncoding(
      "Shift_JIS", 0x0A01, refusing: [0x1A, 0x1C, 0x7F, 0xFD, 0xFE, 0xFF],
      labels: "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
    FoundationEncoding("ISO-2022-JP", 0x0820, labels: "csiso2022jp iso-2022-jp"),
    // The number of Windows code page 949, which has more syllables than EUC-KR; the standard means that one.
    FoundationEncoding(
      "EUC-KR", 0x0422, refusing: [0x80, 0xFF],
      labels: """
        cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
        windows-949
        """),
  ]
}
