import SluiceFuzz

/// The description of an input that fails.
enum Report {
  /// Returns the input as text and in hexadecimal, and a test that repeats it.
  static func of(_ bytes: [UInt8], _ target: String) -> String {
    """
    \(bytes.count) bytes:
    \(HexDump.rows(of: bytes.prefix(1024)))\(bytes.count > 1024 ? "…\n" : "")
    A test, which passes once this is mended:

      @Test func `the target \(target) holds for an input that was found`() throws {
        try target.run(\(SwiftLiteral.of(bytes)))
      }
    """
  }
}
