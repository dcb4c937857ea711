internal import FoundationEssentials
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

extension CorpusReport {
  /// The report as a page. A link for each deviation shows the inputs that have it, and a field leaves those that
  /// contain its words.
  ///
  /// Inputs and output are hostile: all text is escaped, and the page's policy permits nothing but its own style and
  /// script.
  var html: String {
    let pages = deviations.filter { !inputs(with: $0).isEmpty }
    let counts = counts.map { "<tr><td>\($0.count)</td><td>\(MarkupText.escaped($0.name))</td></tr>\n" }
    let links = pages.map {
      "<a href=\"#\($0.rawValue)\">\(MarkupText.escaped($0.title)) (\(inputs(with: $0).count))</a>\n"
    }
    let policy =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(Self.scriptDigest)'"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width">
      <title>\(MarkupText.escaped(summary))</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <h1>\(MarkupText.escaped(format.rawValue))</h1>
      <pre>\(MarkupText.escaped(subject))</pre>
      \((remarks + [summary]).map { "<p>\(MarkupText.escaped($0))</p>\n" }.joined())<table>
      \(counts.joined())</table>
      <nav>
      \(pages.isEmpty ? "" : "<a href=\"#all\">all deviating (\(deviatingCount))</a>\n" + links.joined())</nav>
      <label hidden>Only those that contain <input type="search"> <output></output></label>
      <main id="all">
      \(pages.map(section).joined())</main>
      <script>\(Self.script)</script>
      </body>
      </html>

      """
  }

  private static let style = """

    :root { color-scheme: light dark; }
    body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
    h1, h2 { line-height: 1.2; }
    td { padding: 0 1em 0 0; vertical-align: top; }
    td:first-child { text-align: right; }
    nav { display: flex; flex-wrap: wrap; gap: .5em 1.5em; margin: 1em 0; }
    nav a { color: LinkText; }
    input { font: inherit; width: 16em; max-width: 100%; }
    main:has(section:target) section:not(:target), [hidden] { display: none; }
    details { border-top: 1px solid #8888; padding: .5em 0; }
    summary { cursor: pointer; overflow-wrap: anywhere; }
    summary span { opacity: .75; }
    dl { display: grid; grid-template-columns: max-content auto; gap: 0 1em; }
    dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
    pre { background: #8882; padding: .5em; overflow: auto; max-height: 24em; }
    p + pre { margin-top: -.75em; }
    @media (max-width: 30em) { dl { display: block; } dt { font-weight: bold; } }

    """

  /// Filters the inputs. The page's policy names its digest, so that no other script can run.
  private static let script = """

    const label = document.querySelector("label"), field = label.querySelector("input");
    const all = [...document.querySelectorAll("details")].map(one => [one, one.textContent.toLowerCase()]);
    field.oninput = () => {
      const words = field.value.toLowerCase().split(/\\s+/);
      for (const [one, text] of all) one.hidden = !words.every(word => text.includes(word));
      const count = all.filter(([one]) => !one.hidden).length;
      label.querySelector("output").textContent = count + " of " + all.length;
    };
    label.hidden = all.length < 2;

    """

  private static let scriptDigest = Data(SHA256Sum(of: script.utf8).bytes).base64EncodedString()

  private func section(_ deviation: Deviation) -> String {
    """
    <section id="\(deviation.rawValue)">
    <h2>\(MarkupText.escaped(deviation.title))</h2>
    \(inputs(with: deviation).map(details).joined())</section>

    """
  }

  /// The number of bytes of an input that are shown.
  private static let maximumShownByteCount = 4096

  private func details(_ input: JudgedInput) -> String {
    let entry = input.entry
    let expected = entry.result.map {
      String(decoding: $0.bytes(formatting: .withoutEscapingSlashes), as: UTF8.self)
    }
    let rows: [(String, String?)] = [
      ("Verdict", entry.verdict.rawValue), ("Rule", entry.rule), ("Shows", entry.shows),
      ("Content type", entry.contentType), ("Behavior", input.observation.behavior.name),
      ("Detail", input.detail.isEmpty ? nil : input.detail),
      ("Expected result", input.deviation == .otherResult ? expected : nil),
      ("Seconds", QuantityText.decimal(input.observation.seconds, places: 3)),
    ]
    let list = rows.compactMap { name, text in
      text.map { "<dt>\(name)</dt><dd>\(MarkupText.escaped(Self.excerpt($0)))</dd>\n" }
    }
    let line = input.detail.isEmpty ? entry.shows ?? "" : input.detail
    let shown = entry.bytes.prefix(Self.maximumShownByteCount)
    let size =
      shown.count < entry.bytes.count ? "the first \(shown.count) of \(entry.bytes.count)" : "\(shown.count)"
    return """
      <details>
      <summary>\(MarkupText.escaped(input.name)) <span>\(MarkupText.escaped(Self.excerpt(line)))</span></summary>
      <dl>
      \(list.joined())</dl>
      <p>Input, \(size) bytes:</p>
      <pre>\(MarkupText.escaped(String(decoding: shown, as: UTF8.self)))</pre>
      <pre>\(MarkupText.escaped(HexDump.rows(of: shown)))</pre>
      \(Self.standardError(input.observation.errors))<p>To repeat it:</p>
      <pre>\(MarkupText.escaped(commandToRepeat(input)))</pre>
      </details>

      """
  }

  private static func standardError(_ text: String) -> String {
    text.isEmpty ? "" : "<p>Standard error:</p>\n<pre>\(MarkupText.escaped(text))</pre>\n"
  }

  private static func excerpt(_ text: String) -> String {
    text.utf8.count > 4096 ? text.prefix(4096) + "…" : text
  }
}
