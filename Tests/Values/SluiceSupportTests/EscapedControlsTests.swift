import SluiceSupport
import Testing

/// Texts for lines that a person reads.
@Suite(.timeLimit(.minutes(5))) struct EscapedControlsTests {
  @Test(arguments: [
    ("", ""), ("plain ~", "plain ~"), ("a\\b", "a\\b"), ("größer 😀\u{301}", "größer 😀\u{301}"),
    ("\0\t\r\n\u{1B}[31m", "\\u{0}\\u{9}\\u{D}\\u{A}\\u{1B}[31m"), ("\u{7F}", "\\u{7F}"),
    ("\u{80}\u{9B}2J\u{9F}\u{A0}", "\\u{80}\\u{9B}2J\\u{9F}\u{A0}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{61C}\u{200E}\u{200F}", "\\u{61C}\\u{200E}\\u{200F}"),
    ("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}", "\\u{202A}\\u{202B}\\u{202C}\\u{202D}\\u{202E}"),
    ("\u{2066}\u{2067}\u{2068}\u{2069}", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"),
    ("\u{FEFF}\u{200B}", "\\u{FEFF}\\u{200B}"),
    // A control character is found even if it begins a line ending or precedes a combining mark.
    ("a\r\n\u{301}", "a\\u{D}\\u{A}\u{301}"),
  ]) func `characters that a terminal would obey are escaped`(text: String, escaped: String) {
    #expect(Array(text.escapingControls.utf8) == Array(escaped.utf8))
    #expect(text.escapingControls.escapingControls == text.escapingControls)
  }

  @Test func `no control character is left out`() {
    for number in [0..<0x20, 0x7F..<0xA0].joined() {
      guard let scalar = Unicode.Scalar(number) else { continue }
      #expect(String(scalar).escapingControls(as: { "<\($0)>" }) == "<\(number)>")
    }
  }
}
