import FoundationEssentials
import SluiceTestSupport
import Testing

@testable import SluiceSupport

/// Base64 text, read strictly.
@Suite(.timeLimit(.minutes(5))) struct Base64TextTests {
  @Test(arguments: [
    "=", "==", "===", "====", "A", "AA", "AAA", "AA=", "AA=A", "A===", "=AAA", "AAAA=", "AAAA==", "AAAA====",
    "AA==AAAA", "AAA=AAAA", "AAH/=", "AA==\n", " AA==", "AAA\u{0}", "AA-_", "AAAé", "AA==A===",
  ]) func `text that is not Base64 is refused`(text: String) {
    #expect(Base64Text.data(text.utf8) == nil)
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `Python reads and refuses the same texts`()
    throws
  {
    var generator = SeededGenerator(seed: 64)
    let texts = (0..<20_000).map { _ in
      let alphabet = generator.next() % 2 == 0 ? "Az9+/=" : "ABCDabcd0123+/xyz"
      let text = (0..<generator.next() % 13).compactMap { _ in alphabet.randomElement(using: &generator) }
      return String(text) + ["", "", "=", "=="][Int(generator.next() % 4)]
    }
    let output = try ScriptOracle.python3.output(
      of:
        """
        import base64, re, sys
        digit = "[A-Za-z0-9+/]"
        whole = re.compile(f"({digit}{{4}})*({digit}{{2}}==|{digit}{{3}}=)?")
        for text in sys.stdin.read().split("\\n"):
          print(base64.b64decode(text).hex() if whole.fullmatch(text) else "no")
        """, input: Array(texts.joined(separator: "\n").utf8))
    let answers = String(decoding: output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(answers.filter { $0 != "no" }.count > 3000)
    for (text, answer) in zip(texts, answers) {
      let hex = Base64Text.data(text.utf8)?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      guard hex ?? "no" == answer else {
        Issue.record("\(text): \(hex ?? "no"), Python: \(answer)")
        return
      }
    }
  }
}
