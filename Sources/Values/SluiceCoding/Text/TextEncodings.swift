internal import SluiceSupport

/// A set of text encodings, found by their labels.
///
/// ```swift
/// let text = try TextEncodings.standard.decode(bytes.span, label: "iso-8859-1")
/// ```
public struct TextEncodings: Sendable {
  private var encodings: [String: TextEncoding] = [:]

  /// Creates a set without any encoding.
  public init() {}

  /// UTF-8, UTF-16 and windows-1252, with all labels of the [WHATWG Encoding
  /// standard](https://encoding.spec.whatwg.org).
  ///
  /// In that standard, the labels of ISO-8859-1 and US-ASCII stand for windows-1252, and `utf-16` stands for
  /// UTF-16LE.
  public static let standard = {
    var encodings = TextEncodings()
    encodings.add(
      .utf8,
      labels: ["unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"])
    encodings.add(
      .utf16LittleEndian,
      labels: ["csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le"])
    encodings.add(.utf16BigEndian, labels: ["unicodefffe", "utf-16be"])
    encodings.add(
      .windows1252,
      labels: [
        "ansi_x3.4-1968", "ascii", "cp1252", "cp819", "csisolatin1", "ibm819", "iso-8859-1", "iso-ir-100",
        "iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1", "latin1", "us-ascii", "windows-1252",
        "x-cp1252",
      ])
    return encodings
  }()

  /// Adds an encoding, or replaces the encoding of labels that are already in use.
  ///
  /// - Parameters:
  ///   - encoding: The encoding that the labels stand for from now on.
  ///   - labels: The labels, in any case. Labels that are not ASCII are ignored.
  public mutating func add(_ encoding: TextEncoding, labels: [String]) {
    for label in labels {
      if let key = Self.key(label) { encodings[key] = encoding }
    }
  }

  /// Returns the encoding that a label stands for (Encoding standard, “get an encoding”).
  ///
  /// White space around the label and the case of its letters are ignored.
  ///
  /// - Returns: The encoding, or `nil` if the label is unknown.
  package func encoding(label: some StringProtocol) -> TextEncoding? {
    Self.key(label).flatMap { encodings[$0] }
  }

  /// Decodes text like the standard's “decode”.
  ///
  /// A byte order mark takes precedence over the label, and is not part of the text. Without a mark and a label, the
  /// encoding is UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the text.
  ///   - label: The label of the encoding, such as the `charset` parameter of a media type. Defaults to `nil`.
  /// - Throws: ``TextError`` with the code ``ErrorCode/malformedText`` for bytes that are not valid in the
  ///   encoding, and ``ErrorCode/unknownEncoding`` for an unknown label.
  /// - Complexity: O(*n*) in the number of bytes.
  public func decode(_ bytes: Span<UInt8>, label: String? = nil) throws(TextError) -> String {
    if let marked = TextEncoding.byteOrderMark(of: bytes) { return try marked.decode(bytes) }
    guard let label else { return try TextEncoding.utf8.decode(bytes) }
    guard let encoding = encoding(label: label) else { throw .unknownEncoding(label) }
    return try encoding.decode(bytes)
  }

  /// Returns the label in the form in which it is looked up, or `nil` if it is not ASCII.
  ///
  /// No encoding has a label that is not ASCII, and such text from outside would also be slow to hash.
  private static func key(_ label: some StringProtocol) -> String? {
    var key: [UInt8] = []
    for byte in label.utf8 {
      guard byte < 0x80 else { return nil }
      key.append(byte.asciiLowercased)
    }
    let isSpace = { (byte: UInt8) in byte == 0x0C || byte.isHTTPWhitespace }
    let start = key.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return nil }
    return String(decoding: start[...last], as: UTF8.self)
  }
}

/// The encoding windows-1252, which has one byte per character (Encoding standard, “index windows-1252”).
enum Windows1252 {
  static func text(_ bytes: Span<UInt8>) -> String {
    // ASCII needs no conversion.
    if let ascii = try? UTF8Span(validating: bytes), ascii.isKnownASCII { return String(copying: ascii) }
    let utf8 = [UInt8](capacity: 3 * bytes.count) { output in
      for position in bytes.indices {
        let byte = bytes[position]
        switch byte {
        case ..<0x80: output.append(byte)
        case 0x80..<0xA0: output.append(codeUnit: high[Int(byte - 0x80)])
        default: output.append(codeUnit: UInt16(byte))
        }
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// The characters of the bytes 0x80 to 0x9F. The five that Windows leaves undefined are C1 controls.
  private static let high: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}

extension String {
  /// Creates text from bytes of a field or of a URL: from UTF-8 or, if they are not UTF-8, from windows-1252, which the
  /// web uses for ISO 8859-1. Fields had that encoding before they had none (RFC 9110 §5.5).
  package init(legacy bytes: Span<UInt8>) {
    if let utf8 = try? UTF8Span(validating: bytes) {
      self.init(copying: utf8)
    } else {
      self = Windows1252.text(bytes)
    }
  }
}
