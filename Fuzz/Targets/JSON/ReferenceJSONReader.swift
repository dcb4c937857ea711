import SluiceJSON

/// A reader that follows the grammar of [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259), and reports where a
/// document violates it.
struct ReferenceJSONReader {
  struct Failure: Error {
    let code: ErrorCode
    let offset: Int
  }

  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var position = 0

  private init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  static func read(
    _ bytes: [UInt8], maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys
  ) throws(Failure) -> ReferenceJSON {
    var reader = ReferenceJSONReader(bytes, maximumDepth: maximumDepth)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let document: ReferenceJSON
    do throws(Failure) {
      document = try reader.value(depth: 0)
    } catch {
      guard error.code == .unexpectedCharacter else { throw error }
      let isNUL = error.offset < 2 && bytes[error.offset] == 0
      let isByteOrderMark = error.offset == 0 && bytes[0] >= 0xFE
      throw isNUL || isByteOrderMark ? Failure(code: .notUTF8, offset: error.offset) : error
    }
    reader.skipWhiteSpace()
    guard reader.byte == nil else { throw Failure(code: .trailingCharacters, offset: reader.position) }
    if duplicateKeys == .refuse, let offset = document.firstDuplicateKey {
      throw Failure(code: .duplicateKey, offset: offset)
    }
    return document
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private var unexpected: Failure {
    Failure(code: byte == nil ? .unexpectedEnd : .unexpectedCharacter, offset: position)
  }

  private mutating func skipWhiteSpace() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Failure) -> ReferenceJSON {
    skipWhiteSpace()
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true")
    case UInt8(ascii: "f"): return try literal("false")
    case UInt8(ascii: "n"): return try literal("null")
    case UInt8(ascii: "-"): return try number()
    default:
      guard isAtDigit else { throw unexpected }
      return try number()
    }
  }

  private mutating func open(depth: Int) throws(Failure) {
    guard depth < maximumDepth else { throw Failure(code: .tooDeep, offset: position) }
    position += 1
    skipWhiteSpace()
  }

  private mutating func array(depth: Int) throws(Failure) -> ReferenceJSON {
    try open(depth: depth)
    var elements: [ReferenceJSON] = []
    if skip("]") { return .array([]) }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipWhiteSpace()
    } while skip(",")
    guard skip("]") else { throw unexpected }
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(Failure) -> ReferenceJSON {
    try open(depth: depth)
    var members: [ReferenceJSON.Member] = []
    if skip("}") { return .object([]) }
    repeat {
      skipWhiteSpace()
      let offset = position
      guard byte == UInt8(ascii: "\"") else { throw unexpected }
      let key = try string()
      skipWhiteSpace()
      guard skip(":") else { throw unexpected }
      members.append(.init(key: key, offset: offset, value: try value(depth: depth + 1)))
      skipWhiteSpace()
    } while skip(",")
    guard skip("}") else { throw unexpected }
    return .object(members)
  }

  private mutating func literal(_ text: String) throws(Failure) -> ReferenceJSON {
    for expected in text.utf8 {
      guard byte == expected else { throw unexpected }
      position += 1
    }
    return .literal(text)
  }

  private mutating func number() throws(Failure) -> ReferenceJSON {
    let start = position
    _ = skip("-")
    if skip("0") {
      if isAtDigit { throw Failure(code: .invalidNumber, offset: position) }
    } else {
      try digits()
    }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      _ = skip("-") || skip("+")
      try digits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private var isAtDigit: Bool { byte.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }

  private mutating func digits() throws(Failure) {
    guard isAtDigit else {
      throw Failure(code: byte == nil ? .unexpectedEnd : .invalidNumber, offset: position)
    }
    while isAtDigit { position += 1 }
  }

  // MARK: Strings

  private mutating func string() throws(Failure) -> [UInt8] {
    position += 1
    var text: [UInt8] = []
    while true {
      guard let next = byte else { throw Failure(code: .unexpectedEnd, offset: position) }
      switch next {
      case UInt8(ascii: "\""):
        position += 1
        return text
      case UInt8(ascii: "\\"): text += try escape()
      case ..<0x20: throw Failure(code: .controlCharacter, offset: position)
      case ..<0x80:
        text.append(next)
        position += 1
      default: text += try multibyteCharacter()
      }
    }
  }

  private mutating func multibyteCharacter() throws(Failure) -> ArraySlice<UInt8> {
    for length in 2...4 where bytes.count - position >= length {
      let character = bytes[position..<position + length]
      guard let text = String(validating: character, as: UTF8.self), text.unicodeScalars.count == 1 else {
        continue
      }
      position += length
      return character
    }
    throw Failure(code: .invalidUTF8, offset: position)
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    let start = position
    position += 1
    guard let letter = byte else { throw Failure(code: .unexpectedEnd, offset: position) }
    let short: [UInt8: UInt8] = [
      UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "b"): 0x08,
      UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]
    if let character = short[letter] {
      position += 1
      return [character]
    }
    let unit = try unit(ofEscapeAt: start)
    if let scalar = Unicode.Scalar(unit) { return Array(String(Character(scalar)).utf8) }
    let lone = Failure(code: .loneSurrogate, offset: start)
    guard unit < 0xDC00 else { throw lone }
    let second = position
    for character in "\\u".utf8 {
      guard byte == character else {
        throw byte == nil ? Failure(code: .unexpectedEnd, offset: position) : lone
      }
      position += 1
    }
    let trail = try self.unit(ofEscapeAt: second)
    guard 0xDC00...0xDFFF ~= trail else { throw lone }
    let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + trail & 0x3FF)
    return scalar.map { Array(String(Character($0)).utf8) } ?? []
  }

  /// Reads the code unit of the `\uXXXX` that begins at `start`.
  private mutating func unit(ofEscapeAt start: Int) throws(Failure) -> UInt32 {
    position = start + 1
    let invalid = Failure(code: .invalidEscape, offset: start)
    guard skip("u") else { throw invalid }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let next = byte else { throw Failure(code: .unexpectedEnd, offset: position) }
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue, next < 0x80 else { throw invalid }
      unit = unit * 16 + UInt32(digit)
      position += 1
    }
    return unit
  }
}
