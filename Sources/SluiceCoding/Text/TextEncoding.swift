/// A character encoding, as the WHATWG Encoding standard defines it.
///
/// Encodings are known by their names: two with the same name are equal.
public struct TextEncoding: Sendable {
  /// In the standard's spelling, such as `UTF-8` or `windows-1252`.
  public let name: String
  private let decodeBytes: @Sendable (Span<UInt8>) throws(TextError) -> String

  /// An encoding that decodes by a closure.
  ///
  /// - Parameter decode: throws ``TextError/malformed(in:at:)`` where the bytes are not valid.
  public init(name: String, decode: @escaping @Sendable (Span<UInt8>) throws(TextError) -> String) {
    self.name = name
    decodeBytes = decode
  }

  /// The encoding that a label stands for, as in ``TextEncodings/standard``. Nil where it is not among them.
  public init?(label: some StringProtocol) {
    guard let encoding = TextEncodings.standard.encoding(label: label) else { return nil }
    self = encoding
  }

  public static let utf8: TextEncoding = TextEncoding(name: "UTF-8") { bytes throws(TextError) in
    let start = start(of: bytes, in: "UTF-8")
    do throws(UTF8.ValidationError) {
      return try String(copying: UTF8Span(validating: bytes.extracting(droppingFirst: start)))
    } catch {
      throw .malformed(in: "UTF-8", at: start + error.byteOffsets.lowerBound)
    }
  }

  public static let utf16LittleEndian: TextEncoding = utf16(name: "UTF-16LE", isBigEndian: false)
  public static let utf16BigEndian: TextEncoding = utf16(name: "UTF-16BE", isBigEndian: true)

  /// What the web takes ISO-8859-1 and US-ASCII for. Every byte is a character.
  public static let windows1252: TextEncoding = TextEncoding(name: "windows-1252") { bytes in
    Windows1252.text(bytes)
  }

  /// Where the text begins: behind the mark of the encoding with this name.
  private static func start(of bytes: Span<UInt8>, in name: String) -> Int {
    guard let mark = byteOrderMark(of: bytes), mark.name == name else { return 0 }
    return mark == .utf8 ? 3 : 2
  }

  private static func utf16(name: String, isBigEndian: Bool) -> TextEncoding {
    TextEncoding(name: name) { bytes throws(TextError) in
      let start = start(of: bytes, in: name)
      do throws(UTF16Bytes.Malformed) {
        let utf8 = try UTF16Bytes.utf8(bytes, from: start, isBigEndian: isBigEndian)
        return String(decoding: utf8, as: UTF8.self)
      } catch {
        throw .malformed(in: name, at: error.byteOffset)
      }
    }
  }

  /// The bytes as text, without the encoding's own byte order mark.
  ///
  /// - Throws: ``TextError`` with the byte offset of the first malformed sequence, which is never replaced by
  ///   U+FFFD.
  public func decode(_ bytes: Span<UInt8>) throws(TextError) -> String {
    try decodeBytes(bytes)
  }

  /// The encoding that a byte order mark at the start tells: UTF-8, UTF-16LE or UTF-16BE (Encoding standard,
  /// "BOM sniff"). Nil without one.
  public static func byteOrderMark(of bytes: Span<UInt8>) -> TextEncoding? {
    guard bytes.count >= 2 else { return nil }
    return switch (bytes[0], bytes[1]) {
    case (0xEF, 0xBB) where bytes.count >= 3 && bytes[2] == 0xBF: .utf8
    case (0xFE, 0xFF): .utf16BigEndian
    case (0xFF, 0xFE): .utf16LittleEndian
    default: nil
    }
  }
}

extension TextEncoding: Hashable {
  public static func == (left: TextEncoding, right: TextEncoding) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TextEncoding: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
