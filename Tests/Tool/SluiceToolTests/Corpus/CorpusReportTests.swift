import FoundationEssentials
import Sluice
import SluiceFuzz
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool

/// The reports of `corpus run`, with a hostile input and a hostile program.
@Suite(.enabled(if: ScriptOracle.python3.isInstalled), .timeLimit(.minutes(5))) struct CorpusReportTests {
  private let hostile = "<script>alert('\"&\u{0}\u{1B}[31m\u{202E}\u{FFFE}]]></script>"

  private let repeated = #"sluice corpus run json --only '<b>&"'\''' -- sh -c 'case $(cat "$1") in 1)"#

  private func report() async throws -> CorpusReport {
    let entries = [
      corpusEntry("good", .accept, "1"),
      corpusEntry("<b>&\"'", .accept, hostile, rule: "§<1>"), corpusEntry("crash", .reject, "crash"),
    ]
    let script = #"case $(cat "$1") in 1) exit 0;; crash) kill -ABRT $$;; *) cat "$1" >&2; exit 1;; esac"#
    let words = ["sh", "-c", script, "sh", "{}", "<i>"]
    let inputs = try await judge(entries, with: words)
    return CorpusReport(
      .json, subject: words.joined(separator: " "),
      command: ["sluice", "corpus", "run", "json", "--"] + words,
      settings: [.init("memory", 1_073_741_824)], jobCount: 1, seconds: 1.25, inputs: inputs,
      deviations: Deviation.ofPrograms)
  }

  @Test func `the table has each deviation with its rule`() async throws {
    let table = try await report().table
    #expect(
      table.hasPrefix(
        """
        1  crashed
        0  hung
        0  out of memory
        0  accepted what must be rejected
        1  rejected what must be accepted
        0  other result
        0  unusable reply

        crashed
          crash  killed by SIGABRT

        rejected what must be accepted
          <b>&"'  §<1>  status 1: <script>
        """), "\(table)")
    #expect(table.hasSuffix("\n\njson: 3 inputs in 1.3 s with 1 job, 2 deviating\n"), "\(table)")
    #expect(!table.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{0}" })
  }

  @Test func `the JUnit report is well-formed`() async throws {
    let program = """
      import sys, json, xml.etree.ElementTree as tree
      root = tree.fromstring(sys.stdin.buffer.read())
      suite = root[0]
      print(json.dumps([suite.get("tests"), suite.get("failures"), suite.get("errors")]
        + [case.get("name") + "|" + ",".join(child.tag + ":" + child.get("type") for child in case) for case in suite]
        + [suite[1][0].text]))
      """
    let xml = try await report().junit
    let values = try JSONDecoder().decode([String].self, from: Data(run(program, xml)))
    #expect(
      values.dropLast() == ["3", "1", "1", "good|", "<b>&\"'|failure:wronglyRejected", "crash|error:crashed"])
    let text = try #require(values.last)
    #expect(text.contains("rule: §<1>") && text.contains("<script>alert"))
    #expect(text.contains(repeated), "\(text)")
  }

  private func run(_ program: String, _ input: String) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    try folder.file("program", Array(program.utf8))
    let outcome = try Run("python3", [folder.path("program")], input: .bytes(Array(input.utf8))).finish()
    outcome.expectSuccess()
    return outcome.output
  }

  @Test func `the page contains no markup of an input`() async throws {
    let program = """
      import sys, json, html.parser
      class Parser(html.parser.HTMLParser):
        tags, texts, refs = [], [], []
        def handle_starttag(self, tag, attributes):
          self.tags.append(tag)
          self.refs += [value for name, value in attributes if name in ("href", "src")]
        def handle_data(self, data): self.texts.append(data)
      parser = Parser()
      parser.feed(sys.stdin.buffer.read().decode())
      parser.close()
      print(json.dumps({"tags": sorted(set(parser.tags)), "refs": parser.refs, "text": "".join(parser.texts)}))
      """
    let html = try await report().html
    let page = try JSON.Value(parsing: run(program, html))
    let tags = (page["tags"]?.array ?? []).map(\.string)
    #expect(!tags.contains("i") && !tags.contains("b") && tags.contains("details"))
    // The page's own script.
    #expect(html.split(separator: "<script>").count == 2)
    #expect(page["refs"]?.array?.compactMap(\.string) == ["#all", "#crashed", "#wronglyRejected"])
    let text = try #require(page["text"]?.string)
    #expect(text.contains(#"<script>alert('"&\u{0}\u{1B}[31m\u{202E}\u{FFFE}]]></script>"#), "\(text)")
    #expect(text.contains("3c 73 63 72 69 70 74 3e") && text.contains("§<1>") && text.contains("<i>"))
    #expect(text.contains(repeated))
    #expect(!html.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test func `the JSON report has all inputs`() async throws {
    let value = try await JSON.Value(parsing: report().json.bytes())
    #expect(value["deviatingCount"]?.int == 2)
    #expect(value["deviations"]?["crashed"]?.int == 1)
    #expect(value["memory"]?.int == 1 << 30)
    let inputs = try #require(value["inputs"]?.array)
    #expect(inputs.map { $0["behavior"]?.string } == ["accepted", "rejected", "crashed"])
    #expect(inputs.map { $0["deviation"]?.string } == [nil, "wronglyRejected", "crashed"])
    #expect(inputs[1]["name"]?.string == "<b>&\"'")
    #expect(inputs[0]["commandToRepeat"] == .some(nil))
    #expect(inputs[1]["commandToRepeat"]?.string?.hasPrefix(repeated) == true)
  }
}
