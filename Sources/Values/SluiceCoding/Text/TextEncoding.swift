public import SluiceErrors
internal import SluiceSupport

/// A character encoding, as in the [WHATWG Encoding standard](https://encoding.spec.whatwg.org).
///
/// ```swift
/// let text = try TextEncoding.windows1252.decode(bytes.span)
/// ```
///
/// Encodings are identified by name: two encodings with the same name are equal.
public struct TextEncoding: Sendable {
  /// The name in the standard's spelling, such as `UTF-8` or `windows-1252`.
  public let name: String
  private let decodeBytes: @Sendable (Span<UInt8>) throws(TextError) -> String

  /// Creates an encoding that decodes with a closure.
  ///
  /// - Parameters:
  ///   - name: The name, by which the encoding is compared with others.
  ///   - decode: A closure that returns the text, or throws ``TextError/malformed(in:at:)`` if the bytes are not
  ///     valid.
  public init(name: String, decode: @escaping @Sendable (Span<UInt8>) throws(TextError) -> String) {
    self.name = name
    decodeBytes = decode
  }

  /// Creates the encoding that a label stands for in ``TextEncodings/standard``, or `nil` if the label is unknown.
  public init?(label: some StringProtocol) {
    guard let encoding = TextEncodings.standard.encoding(label: label) else { return nil }
    self = encoding
  }

  /// UTF-8.
  public static let utf8: TextEncoding = TextEncoding(name: "UTF-8") { bytes throws(TextError) in
    let start = start(of: bytes, in: "UTF-8")
    do throws(UTF8.ValidationError) {
      return try String(copying: UTF8Span(validating: bytes.extracting(droppingFirst: start)))
    } catch {
      throw .malformed(in: "UTF-8", at: start + error.byteOffsets.lowerBound)
    }
  }

  /// UTF-16 in little-endian byte order.
  public static let utf16LittleEndian: TextEncoding = utf16(name: "UTF-16LE", isBigEndian: false)
  /// UTF-16 in big-endian byte order.
  public static let utf16BigEndian: TextEncoding = utf16(name: "UTF-16BE", isBigEndian: true)

  /// The encoding windows-1252, which the web also uses for ISO-8859-1 and US-ASCII. Every byte is a character.
  public static let windows1252: TextEncoding = TextEncoding(name: "windows-1252") { bytes in
    Windows1252.text(bytes)
  }

  /// Returns the position of the text, after the byte order mark of the encoding with this name.
  private static func start(of bytes: Span<UInt8>, in name: String) -> Int {
    guard let mark = ByteOrderMark(atStartOf: bytes), TextEncoding(mark).name == name else { return 0 }
    return mark.bytes.count
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

  /// Decodes bytes as text, without the encoding's own byte order mark.
  ///
  /// - Throws: ``TextError`` with the code ``ErrorCode/malformedText`` and the position of the first malformed
  ///   sequence. Malformed sequences are never replaced by U+FFFD.
  /// - Complexity: O(*n*) in the number of bytes.
  public func decode(_ bytes: Span<UInt8>) throws(TextError) -> String {
    try decodeBytes(bytes)
  }

  /// Returns the encoding that a byte order mark at the start indicates: UTF-8, UTF-16LE or UTF-16BE.
  ///
  /// This is the Encoding standard's “BOM sniff”.
  ///
  /// - Returns: The encoding, or `nil` if there is no byte order mark.
  package static func byteOrderMark(of bytes: Span<UInt8>) -> TextEncoding? {
    ByteOrderMark(atStartOf: bytes).map { TextEncoding($0) }
  }

  private init(_ mark: ByteOrderMark) {
    self =
      switch mark {
      case .utf8: .utf8
      case .utf16LittleEndian: .utf16LittleEndian
      case .utf16BigEndian: .utf16BigEndian
      }
  }
}

extension TextEncoding: Hashable {
  /// Returns whether two encodings have the same name.
  public static func == (left: TextEncoding, right: TextEncoding) -> Bool { left.name == right.name }

  /// Hashes the name, by which encodings are compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TextEncoding: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// An error that describes why bytes cannot be decoded as text, and where.
public struct TextError: SluiceError, Hashable {
  /// The kind of the error.
  public let code: ErrorCode
  /// The name of the encoding, or the first 40 Unicode scalars of the unknown label.
  public let encoding: String
  /// The position of the first malformed sequence, in bytes from the start. `nil` if unknown, and for an unknown
  /// encoding.
  public let byteOffset: Int?

  /// Returns the error for bytes that are not valid in `encoding`.
  ///
  /// - Parameters:
  ///   - encoding: The name of the encoding.
  ///   - byteOffset: The position of the first malformed sequence, in bytes from the start. Defaults to `nil`:
  ///     unknown.
  public static func malformed(in encoding: String, at byteOffset: Int? = nil) -> TextError {
    TextError(code: .malformedText, encoding: encoding, byteOffset: byteOffset)
  }

  static func unknownEncoding(_ label: some StringProtocol) -> TextError {
    TextError(
      code: .unknownEncoding, encoding: String(String.UnicodeScalarView(label.unicodeScalars.prefix(40))),
      byteOffset: nil)
  }
}

extension TextError {
  /// The description without its code.
  public var message: String {
    guard code == .malformedText else { return "no encoding is known as '\(encoding)'" }
    return "the bytes are not \(encoding)" + (byteOffset.map { " at byte \($0)" } ?? "")
  }
}

extension ErrorCode {
  /// The bytes are not valid in their encoding.
  public static let malformedText = ErrorCode("malformed-text")
  /// The label does not name a known encoding.
  public static let unknownEncoding = ErrorCode("unknown-encoding")
}
