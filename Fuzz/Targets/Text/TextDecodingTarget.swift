import SluiceCoding
import SluiceFoundation
import SluiceFuzz

extension FuzzTarget {
  /// Text in one of the encodings, compared with a decoder that reads character by character.
  ///
  /// Byte 0 is the encoding, byte 1 where the text is cut, byte 2 the length of a label, which follows it. The rest is
  /// the text.
  static let textDecoding = FuzzTarget("text-decoding", optionByteCount: 2) { input in
    let name = input.choice(of: labels)
    let cut = Int(input.byte())
    let label = String(decoding: input.string(), as: UTF8.self)
    let bytes = input.rest()
    try checkUTF8(bytes)
    try checkUTF16(bytes, isBigEndian: false)
    try checkUTF16(bytes, isBigEndian: true)
    try checkWindows1252(bytes)
    try checkLabel(label)
    try checkFoundation(bytes, label: name, cut: min(cut, bytes.count))
    try checkMark(bytes, label: name)
  }

  private static let labels = [
    "utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5",
    "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14",
    "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "macintosh", "x-mac-cyrillic", "windows-874",
    "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
    "windows-1257", "windows-1258", "gbk", "gb18030", "big5", "shift_jis", "iso-2022-jp", "euc-kr",
  ]

  private static func decode(_ encoding: TextEncoding, _ bytes: [UInt8]) -> Result<String, TextError> {
    Result { () throws(TextError) in try encoding.decode(bytes.span) }
  }

  private static func checkUTF8(_ bytes: [UInt8]) throws {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch decode(.utf8, bytes) {
    case .success(let text): try requireEqual(Array(text.utf8), Array(bytes[start...]), "UTF-8")
    case .failure(let error):
      guard let offset = error.byteOffset else { throw BrokenProperty("\(error): no offset") }
      try require(start..<bytes.count ~= offset, "\(error): out of bounds")
      try require(
        String(validating: bytes[start..<offset], as: UTF8.self) != nil, "also malformed before \(offset)")
      let repaired = String(decoding: bytes[offset...], as: UTF8.self)
      try requireEqual(repaired.unicodeScalars.first, "\u{FFFD}", "the character at \(offset)")
    }
  }

  private static func checkUTF16(_ bytes: [UInt8], isBigEndian: Bool) throws {
    let encoding: TextEncoding = isBigEndian ? .utf16BigEndian : .utf16LittleEndian
    let start = bytes.starts(with: isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]) ? 2 : 0
    var (scalars, position) = (String.UnicodeScalarView(), start)
    func unit(_ at: Int) -> UInt32? {
      guard at + 2 <= bytes.count else { return nil }
      let (first, second) = (UInt32(bytes[at]), UInt32(bytes[at + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while let first = unit(position) {
      if let scalar = Unicode.Scalar(first) {
        scalars.append(scalar)
        position += 2
      } else if first < 0xDC00, let second = unit(position + 2), 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + second - 0xDC00)
      {
        scalars.append(scalar)
        position += 4
      } else {
        break
      }
    }
    switch decode(encoding, bytes) {
    case .success(let text):
      try requireEqual(position, bytes.count, "the end of UTF-16")
      try requireEqual(Array(text.utf8), Array(String(scalars).utf8), "UTF-16")
    case .failure(let error):
      try require(position < bytes.count, "\(error)")
      try requireEqual(error.byteOffset, position, "the offset of malformed UTF-16")
    }
  }

  private static func checkWindows1252(_ bytes: [UInt8]) throws {
    let text = try TextEncoding.windows1252.decode(bytes.span)
    let scalars = Array(text.unicodeScalars)
    try requireEqual(scalars.count, bytes.count, "a character for each byte")
    for (byte, scalar) in zip(bytes, scalars) where byte < 0x80 || byte >= 0xA0 {
      try requireEqual(scalar.value, UInt32(byte), "a character of ISO-8859-1")
    }
    try require(
      zip(bytes, scalars).allSatisfy { 0x80..<0xA0 ~= $0 ? $1.value >= 0x80 && $1 != "\u{FFFD}" : true },
      "\(text)")
  }

  /// Checks that white space around a label and the case of its letters are ignored.
  private static func checkLabel(_ label: String) throws {
    let encoding = TextEncodings.foundation.encoding(label: label)
    let upper = String(
      decoding: label.utf8.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 - 32 : $0 }, as: UTF8.self)
    try requireEqual(
      TextEncodings.foundation.encoding(label: "\t \(upper)\r\n"), encoding, "the label \(label)")
    try require(encoding == nil || label.utf8.allSatisfy { $0 < 0x80 }, "a label that is not ASCII")
    if let standard = TextEncoding(label: label) {
      try requireEqual(standard, encoding, "the label \(label)")
    }
  }

  /// Checks that no text is invented, and that text in single-byte encodings can be cut anywhere.
  private static func checkFoundation(_ bytes: [UInt8], label: String, cut: Int) throws {
    guard let encoding = TextEncodings.foundation.encoding(label: label) else {
      throw BrokenProperty("\(label) is unknown")
    }
    let whole = decode(encoding, bytes)
    if case .success(let text) = whole {
      // A byte is at most one character of three bytes. Four bytes of gb18030 can be a character of four bytes, and
      // half of a pair in EUC-KR one of three.
      try require(text.utf8.count <= bytes.count * 3, "\(text.utf8.count) bytes of \(bytes.count)")
      let isUnicode = label.hasPrefix("utf") || label == "gb18030"
      try require(isUnicode || !text.unicodeScalars.contains("\u{FFFD}"), "U+FFFD in \(label)")
    }
    guard let last = labels.firstIndex(of: "windows-1258"), let index = labels.firstIndex(of: label),
      3...last ~= index
    else { return }
    let parts = [Array(bytes[..<cut]), Array(bytes[cut...])].map { decode(encoding, $0) }
    switch (whole, parts[0], parts[1]) {
    case (.success(let text), .success(let first), .success(let second)):
      try requireEqual(
        Array((first + second).unicodeScalars), Array(text.unicodeScalars), "\(label), cut at \(cut)")
    case (.failure, .failure, _), (.failure, _, .failure): break
    default: throw BrokenProperty("\(label), cut at \(cut): \(parts), whole: \(whole)")
    }
  }

  /// Checks that a byte order mark takes precedence over a label.
  private static func checkMark(_ bytes: [UInt8], label: String) throws {
    let marked = [0xEF, 0xBB, 0xBF] + bytes
    let encodings = TextEncodings.foundation
    let byLabel = Result { () throws(TextError) in try encodings.decode(marked.span, label: label) }
    let byMark = decode(.utf8, marked)
    try requireEqual(try? byLabel.get(), try? byMark.get(), "marked, with the label \(label)")
  }
}
