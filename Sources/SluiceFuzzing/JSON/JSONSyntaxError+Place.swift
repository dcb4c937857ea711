import SluiceJSON

extension JSON.SyntaxError {
  /// Checks that line, column and byte offset are the same place.
  ///
  /// - Throws: `BrokenProperty` if they differ.
  func checkPlace(in bytes: [UInt8]) throws {
    try require(0...bytes.count ~= byteOffset, "\(self): not within \(bytes.count) bytes")
    try requireEqual(
      TextPlace(line: line, column: column), TextPlace(after: byteOffset, of: bytes),
      "the place of byte \(byteOffset)")
  }
}
