import SluiceCoding
import SluiceTestSupport
import Testing

/// The links of a `Link` field (RFC 8288 §3 and appendix B).
@Suite(.timeLimit(.minutes(5))) struct LinkTests {
  /// Each link as `target|relations|anchor|name=value|…`, without an anchor if there is none.
  private func parsed(_ value: String) -> [String] {
    WebLink.links(in: value).map { link in
      ([link.target, link.relations.joined(separator: " ")] + (link.anchor.map { ["#\($0)"] } ?? [])
        + link.parameters.map { "\($0.name)=\($0.value)" }).joined(separator: "|")
    }
  }

  @Test(arguments: [
    // The kinds of examples of RFC 8288 §3.5.
    (
      "<http://example.com/book/2>; rel=\"previous\"; title=\"the chapter before\"",
      ["http://example.com/book/2|previous|title=the chapter before"]
    ),
    ("</>; rel=\"http://example.net/foo\"", ["/|http://example.net/foo"]),
    ("</terms>; rel=\"copyright\"; anchor=\"#part\"", ["/terms|copyright|##part"]),
    (
      "</book/2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, "
        + "</book/4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel",
      ["/book/2|previous|title=letztes Kapitel", "/book/4|next|title=nächstes Kapitel"]
    ),
    (
      "<http://example.org/>; rel=\"start http://example.net/a/other\"",
      [
        "http://example.org/|start http://example.net/a/other"
      ]
    ),
    (
      "<https://example.org/>; rel=\"start\", <https://example.org/index>; rel=\"index\"",
      [
        "https://example.org/|start", "https://example.org/index|index",
      ]
    ),
    ("</rel>; rel=\"a\"; rel=\"b\"; anchor=x; anchor=y", ["/rel|a|#x"]),
    // Blanks, letter case and quotes.
    ("<a>;rel=next", ["a|next"]), (" \t<a> \t;\tREL = \t\"NeXt\" ", ["a|next"]),
    ("<a>; rel=\" \tnext \t last \"", ["a|next last"]),
    ("<a>; rel=next last ; title=b c", ["a|next last|title=b c"]),
    ("<a>; rel=\"\"", ["a|"]), ("<a>; rel=", ["a|"]), ("<a>; rel", ["a|"]), ("<a>", ["a|"]),
    ("<>; rel=self", ["|self"]),
    ("<a>; title=\"x, y; z\"; rel=next, <b,;c>; rel=last", ["a|next|title=x, y; z", "b,;c|last"]),
    ("<a>; title=\"a \\\"b\\\\ \\c\"; rel=next", ["a|next|title=a \"b\\ c"]),
    ("<a>; rel=next; title=\"open, <b>; rel=last", ["a|next|title=open, <b>; rel=last"]),
    ("<a b>; rel=next", ["a b|next"]), ("<é>; title=\"日\"", ["é||title=日"]),
    ("<a>; rel='next'", ["a|'next'"]),
    // Empty members and parameters.
    (",, <a>; rel=next ,, , <b>; rel=last,", ["a|next", "b|last"]), ("<a>;; ; rel=next;", ["a|next"]),
    ("<a>; =x; rel=next; \"y\"; *=z", ["a|next|\"y\"="]),
    ("<a>; crossorigin; rel=preload", ["a|preload|crossorigin="]),
    // Parameters that occur once, or more often.
    (
      "<a>; title=1; Title=2; type=3; type=4; media=5; media=6; hreflang=de; hreflang=fr",
      [
        "a||title=1|type=3|media=5|hreflang=de|hreflang=fr"
      ]
    ),
    // Extended values.
    ("<a>; title*=UTF-8''%E2%82%AC; title=EURO; x=y", ["a||title=€|x=y"]),
    ("<a>; title=EURO; x=y; TITLE*=iso-8859-1'en'%A3", ["a||x=y|title=£"]),
    ("<a>; title=EURO; title*=utf8''%E2%82%AC; title*=UTF-8''x", ["a||title=€"]),
    ("<a>; title*=\"UTF-8''a%20b\"", ["a||title=a b"]),
    ("<a>; rel=next; foo*=UTF-8''%C3%BC; foo=u", ["a|next|foo=ü"]),
    ("<a>; title=EURO; title*=UTF-8''%ff", ["a||title=EURO"]),
    ("<a>; title=EURO; title*=x", ["a||title=EURO"]),
    ("<a>; title=EURO; title*=UTF-8''%0D%0A", ["a||title=EURO"]), ("<a>; title*; title=b", ["a||title=b"]),
    ("<a>; rel*=UTF-8''last; rel=next; anchor*=UTF-8''b", ["a|next"]),
    // The first mistake ends the list.
    ("", []), (" ,", []), ("a", []), ("rel=next", []), ("<a", []), ("<a; rel=next", []), ("=<a>", []),
    ("<a>; rel=next, b, <c>; rel=last", ["a|next"]), ("<a>; rel=\"next\"x, <b>; rel=last", ["a|next"]),
    ("<a> rel=next, <b>; rel=last", ["a|"]), ("<a>; b c; rel=next", ["a||b="]),
    ("<a>; title=b, c; rel=next", ["a||title=b"]),
  ]) func `links are parsed with their relations and parameters, up to the first mistake`(
    value: String, links: [String]
  ) {
    #expect(parsed(value) == links)
  }

  @Test func `the first link with a relation is found, in any case`() {
    let links = WebLink.links(
      in: "<a>; rel=prev, <b>; rel=\"last NEXT\", <c>; rel=next, <d>; rel=\"http://X.example/Rel\"")
    #expect(WebLink.first("Next", in: links)?.target == "b")
    #expect(WebLink.first("prev", in: links)?.target == "a")
    #expect(WebLink.first("http://x.example/rel", in: links)?.target == "d")
    #expect(WebLink.first("nex", in: links) == nil)
    #expect(WebLink.first("last next", in: links) == nil)
    #expect(WebLink.first("", in: links) == nil)
    #expect(WebLink.first("next", in: []) == nil)
  }

  @Test func `a link of another resource is not the link of the response`() {
    let links = WebLink.links(
      in: "<a>; rel=next; anchor=\"/other\", <b>; rel=next; anchor=\"#part\", <c>; rel=next")
    #expect(WebLink.first("next", in: links)?.target == "c")
    #expect(WebLink.first("next", in: links.dropLast()) == nil)
    #expect(WebLink.first("next", in: WebLink.links(in: "<a>; rel=next; anchor=\"\""))?.target == "a")
  }

  @Test func `a parameter is found by its name in any case`() throws {
    let link = try #require(WebLink.links(in: "<a>; rel=next; hreflang=de; HREFLANG=fr; Title=b").first)
    #expect(link["HrefLang"] == "de")
    #expect(link["title"] == "b")
    #expect(link["rel"] == nil)
    #expect(link["title*"] == nil)
  }

  @Test(arguments: [
    "<a>,", "<a>;", "<", ">", ";", ",", "\"", "\\", " ", "=", "*", ";a", ";a*=b", ";title=a",
    ";title*=UTF-8''a", "<a>;rel=\"",
  ]) func `hostile values are parsed in linear time`(piece: String) {
    for start in ["", "<", "<a>; rel=", "<a>; rel=\"", "<a>; title*=UTF-8''"] {
      func shortest(_ count: Int) -> Duration {
        let text = start + String(repeating: piece, count: count)
        return (0..<3).map { _ in ThreadClock.measure { _ = WebLink.links(in: text) } }.min() ?? .zero
      }
      // Eight times the length: far from sixty-four times the time.
      #expect(shortest(8_000) < shortest(1_000) * 30 + .milliseconds(2))
    }
  }

  @Test func `twenty thousand links, parameters and relations are parsed`() {
    func list(_ separator: String, _ item: (Int) -> String) -> String {
      (0..<20_000).map(item).joined(separator: separator)
    }
    #expect(WebLink.links(in: list(",") { "<\($0)>;rel=r\($0)" }).count == 20_000)
    #expect(
      WebLink.links(in: "<a>;" + list(";") { "p\($0)*=utf-8''\($0);p\($0)=x" }).first?.parameters.count
        == 20_000)
    #expect(WebLink.links(in: "<a>;rel=\"" + list(" ") { "r\($0)" }).first?.relations.count == 20_000)
  }
}
