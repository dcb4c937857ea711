internal import SluiceSupport

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
