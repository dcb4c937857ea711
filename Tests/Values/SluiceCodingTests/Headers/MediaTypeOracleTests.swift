import SluiceCoding
import SluiceJSON
import SluiceTestSupport
import Testing

/// Agreement with Node's `util.MIMEType`, which implements the same standard.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ScriptOracle.node.isInstalled, "needs node"))
struct MediaTypeOracleTests {
  @Test
  func `Node reads and writes the same, except for known differences`() throws {
    var random = SeededGenerator(seed: 3)
    let texts = (0..<20_000).map { _ in mediaTypeLikeText(using: &random) }
    let answers: [String] = try ScriptOracle.node.run(
      """
      const { MIMEType } = require('util')
      // Found with node 20, where it departs from the standard's text:
      // - of what follows a closing quote it passes over one character, and not all up to the semicolon;
      // - it keeps whitespace at the end of the input when that is inside of quotes that are not closed.
      const differs = text => /="(?:\\\\[^]|[^"\\\\])*"[^;]/.test(text) || /"[^]*[\\t\\n\\r ]$/.test(text)
      const read = text => { try { return String(new MIMEType(text)) } catch { return 'none' } }
      console.log(JSON.stringify(input.map(text => differs(text) ? 'differs' : read(text))))
      """, input: texts)

    #expect(answers.count == texts.count)
    #expect(answers.count { $0 == "differs" } < texts.count / 4)
    #expect(answers.count { $0.contains(";") } > texts.count / 20)
    for (text, answer) in zip(texts, answers) where answer != "differs" {
      #expect((try? MediaType(parsing: text))?.description ?? "none" == answer, "\(text.debugDescription)")
    }
  }
}
