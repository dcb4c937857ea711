internal import Glibc

/// File paths as text.
///
/// A path of the system is bytes, which need not be UTF-8. In Sluice, it is a string in which such a byte is written as
/// a NUL, which no path contains, and the character with the number of the byte. The system gets the byte itself:
///
///     bytes    61 FF 2F C3 A9
///     text     "a" U+0000 U+00FF "/" "é"
package enum PathText {
  /// Returns the text of a path.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func text(of bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = bytes[...]
    while let byte = rest.first {
      // The shortest start that is UTF-8 is a character.
      let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }.first
      if let character {
        text += character
        rest = rest.dropFirst(character.utf8.count)
      } else {
        text.unicodeScalars.append("\0")
        text.unicodeScalars.append(Unicode.Scalar(byte))
        rest = rest.dropFirst()
      }
    }
    return text
  }

  /// Returns the bytes of a path, or `nil` for text with a NUL that does not stand for a byte.
  package static func bytes(of text: String) -> [UInt8]? {
    guard text.utf8.contains(0) else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar != "\0" {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      } else if let next = scalars.next(), (0x80...0xFF).contains(next.value) {
        bytes.append(UInt8(next.value))
      } else {
        return nil
      }
    }
    return bytes
  }

  /// Whether the text is that of a path: each NUL stands for a byte that is not UTF-8.
  package static func isValid(_ text: String) -> Bool { !text.utf8.contains(0) || bytes(of: text) != nil }

  /// Returns a path for messages and names, with U+FFFD for each byte that is not UTF-8.
  package static func shown(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    guard let bytes = bytes(of: text) else {
      return String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 })
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PathText {
  /// Calls a function with the bytes of a path. The result is `nil` for text that is no path.
  ///
  /// SAFETY: The pointer is to a C string that lives until the function returns.
  package static func withCString<Result>(
    of text: String, _ call: (UnsafePointer<CChar>) -> Result
  ) -> Result? {
    guard text.utf8.contains(0) else { return unsafe text.withCString { unsafe call($0) } }
    guard let bytes = bytes(of: text) else { return nil }
    let characters = bytes.map { CChar(truncatingIfNeeded: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe call($0) }
    }
  }
}

extension String {
  /// Calls a function of the system with the bytes of a path. Text that is no path fails with `ENOENT`.
  ///
  /// SAFETY: The pointer is to a C string that lives until the function returns.
  func withPath<Result: SignedInteger>(_ call: (UnsafePointer<CChar>) -> Result) -> Result {
    if let result = unsafe PathText.withCString(of: self, call) { return result }
    errno = ENOENT
    return -1
  }
}
