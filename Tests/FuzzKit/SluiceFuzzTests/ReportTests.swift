import SluiceFuzz
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReportTests {
  @Test(
    arguments: [
      ([], "[]"), (Array("a\"\\\r\n\t\0é".utf8), #"Array("a\"\\\r\n\t\0é".utf8)"#), ([0xFF, 0], "[255, 0]"),
      (Array("\u{200B}".utf8), "[226, 128, 139]"),
    ] as [([UInt8], String)])
  func `bytes are Swift code`(_ bytes: [UInt8], _ code: String) {
    #expect(SwiftLiteral.of(bytes) == code)
  }

  @Test func `bytes are shown with their text`() {
    let lines = HexDump.rows(of: Array("0123456789abcdef\n".utf8)[...]).split(separator: "\n")
    #expect(
      lines == [
        "00000000  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  |0123456789abcdef|",
        "00000010  0a                                               |.|",
      ])
  }
}
