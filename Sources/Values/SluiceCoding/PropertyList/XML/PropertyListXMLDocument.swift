internal import SluiceSupport

/// An XML document, converted to UTF-8.
struct PropertyListXMLDocument {
  private let text: [UInt8]
  /// The position in `text` where the text begins, after a byte order mark.
  private let start: Int
  /// The position in the document where the text begins, after a byte order mark.
  private let documentStart: Int
  private let isUTF16: Bool

  /// Detects the encoding as described in XML 1.0, appendix F, and checks that the text is valid in it.
  init(parsing bytes: [UInt8]) throws(PropertyList.Error) {
    switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first, bytes.dropFirst(3).first) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0x3C, 0, 0, 0), (0, 0, 0, 0x3C):
      throw PropertyList.Error(.unsupportedEncoding, at: 0, "UTF-32 is not supported")
    case (0, 0x3C, _, _): try self.init(utf16: bytes, from: 0, isBigEndian: true)
    case (0x3C, 0, _, _): try self.init(utf16: bytes, from: 0, isBigEndian: false)
    default:
      let mark = ByteOrderMark(atStartOf: bytes.span)
      let start = mark?.bytes.count ?? 0
      switch mark {
      case .utf16BigEndian: try self.init(utf16: bytes, from: start, isBigEndian: true)
      case .utf16LittleEndian: try self.init(utf16: bytes, from: start, isBigEndian: false)
      case .utf8, nil: try self.init(utf8: bytes, from: start)
      }
    }
  }

  private init(utf8 bytes: [UInt8], from start: Int) throws(PropertyList.Error) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw PropertyList.Error(.invalidText, at: error.byteOffsets.lowerBound, "these bytes are not UTF-8")
    }
    text = bytes
    self.start = start
    documentStart = start
    isUTF16 = false
  }

  private init(utf16 bytes: [UInt8], from start: Int, isBigEndian: Bool) throws(PropertyList.Error) {
    do throws(UTF16Bytes.Malformed) {
      text = try UTF16Bytes.utf8(bytes.span, from: start, isBigEndian: isBigEndian)
    } catch {
      guard error.byteOffset + 2 <= bytes.count else {
        throw PropertyList.Error(.truncated, at: bytes.count, "half of a UTF-16 code unit")
      }
      throw PropertyList.Error(.invalidText, at: error.byteOffset, "half of a surrogate pair")
    }
    self.start = 0
    documentStart = start
    isUTF16 = true
  }

  /// Returns the property list. The positions of errors are those in the document.
  func read(maximumDepth: Int) throws(PropertyList.Error) -> PropertyList.Value {
    let scanner = PropertyListXMLScanner(text, from: start, encoding: isUTF16 ? "utf-16" : "utf-8")
    var reader = PropertyListXMLReader(scanner: scanner, maximumDepth: maximumDepth)
    do {
      return try reader.read()
    } catch {
      throw error.moved(to: byteOffset(of: error.byteOffset))
    }
  }

  /// Returns the position in the document that corresponds to `position` in the text.
  private func byteOffset(of position: Int) -> Int {
    guard isUTF16 else { return position }
    return text[..<position].reduce(documentStart) { offset, byte in
      switch byte {
      case 0x80..<0xC0: offset
      case 0xF0...: offset + 4
      default: offset + 2
      }
    }
  }
}
