import SluiceCoding
import SluiceTestSupport
import Testing

/// References: their parts, resolution and description.
@Suite(.timeLimit(.minutes(5))) struct URIReferenceTests {
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
  ]) func `the examples of RFC 3986 §5.4 are resolved`(reference: String, target: String) {
    expectResolution(reference, against: "http://a/b/c/d;p?q", is: target)
  }

  @Test(arguments: [
    ("https://h/v1/", "users/1", "https://h/v1/users/1"), ("https://h/v1", "users/1", "https://h/users/1"),
    ("https://h/v1/", "/users/1", "https://h/users/1"), ("https://h/v1", "/users/1", "https://h/users/1"),
    ("https://h/v1/", "http://g:81/x", "http://g:81/x"), ("https://h/v1", "//g/x", "https://g/x"),
    ("https://h/v1/", "?q", "https://h/v1/?q"), ("https://h/v1", "?q", "https://h/v1?q"),
    ("https://h/v1?old", "?q", "https://h/v1?q"), ("https://h/v1?old", "", "https://h/v1?old"),
    ("https://h/v1?old", "x", "https://h/x"), ("https://h/v1#f", "", "https://h/v1"),
    ("https://h", "users", "https://h/users"), ("https://h", "?q", "https://h?q"),
    ("https://h", "", "https://h"),
    ("https://h/", "users/", "https://h/users/"), ("https://h/v1/", "./a:b", "https://h/v1/a:b"),
    ("https://h/v1/", "a:b", "a:b"), ("https://h/v1/", "users/a:b", "https://h/v1/users/a:b"),
    ("https://h/v1/", "a//b", "https://h/v1/a//b"), ("https://h/a/b/", "../../../../c", "https://h/c"),
    ("https://h/v1/", "%2e%2e/x", "https://h/v1/%2e%2e/x"),
    ("https://u:p@h:1/v1/", "x", "https://u:p@h:1/v1/x"),
    ("https://h/v1/", "é/\u{301}", "https://h/v1/é/\u{301}"), ("HTTPS://h/", "x", "HTTPS://h/x"),
    ("https://h/v1/\u{301}", "x", "https://h/v1/x"),
    ("/a/b", "c", "/a/c"), ("a/b", "../c", "c"), ("s:a/b", "c", "s:a/c"), ("s:", "c", "s:c"), ("", "c", "c"),
    ("s:/a", "..//c", "s:/.//c"),
  ]) func `a reference is resolved against a base`(base: String, reference: String, target: String) {
    expectResolution(reference, against: base, is: target)
  }

  @Test(arguments: [
    "", "/", "//", "///", "?", "#", "?#", "a:", "a:?", "//h?q", "//h#f", "a?b?c#d#e", "#?", "1a:b", "a_b:c",
    ":a", "s://h:1/p",
    "s:p/q", "\u{301}:a", "a\u{301}:b", "?\u{301}", "é#ü", "//u@h/@", "mailto:a@b", "a/:b", "a?x:y",
  ]) func `a reference is described by the text it was parsed from`(text: String) {
    #expect(Array(URIReference(text).description.utf8) == Array(text.utf8))
  }

  @Test func `a reference is divided into the parts of the standard`() {
    let whole = URIReference("s+1.-:////h//p?q?#f#")
    #expect(whole.scheme == "s+1.-" && whole.authority == "" && whole.path == "//h//p")
    #expect(whole.query == "q?" && whole.fragment == "f#")
    let none = URIReference("p")
    #expect(none.scheme == nil && none.authority == nil && none.query == nil && none.fragment == nil)
  }

  @Test(arguments: [
    ("http://h/p", "a=1", "http://h/p?a=1"), ("http://h/p?b", "a=1", "http://h/p?b&a=1"),
    ("http://h/p?", "a=1", "http://h/p?a=1"), ("http://h/p?b&", "a=1", "http://h/p?b&a=1"),
    ("http://h/p#f", "a=1", "http://h/p?a=1#f"), ("http://h?b#f", "a=1", "http://h?b&a=1#f"),
    ("http://h/p", "", "http://h/p"), ("http://h/p?b#", "", "http://h/p?b#"),
    ("http://h/p?", "", "http://h/p?"),
    ("p#?x", "a", "p?a#?x"), ("", "a", "?a"),
  ]) func `a query is appended to an existing one, before the fragment`(
    url: String, query: String, merged: String
  ) {
    var reference = URIReference(url)
    reference.appendQuery(query)
    #expect(reference.description == merged)
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled))
  func `Python resolves random references to the same targets`() throws {
    var generator = SeededGenerator(seed: 3986)
    let pieces = ["a", "b.c", "..", ".", "/", "/", "/", "?", "q=1", "#f", "x:y", "%2F"]
    let references = (0..<2_000).map { _ in
      (0..<Int.random(in: 0...7, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    // Python differs for a colon in the first segment, for empty segments, and for parts that are present
    // but empty.
    .filter { !$0.prefix { $0 != "/" }.contains(":") && !$0.contains("//") }
    .filter { !["?", "#"].contains($0.suffix(1)) && !$0.contains("?#") }
    let targets = try ScriptOracle.python3.run(
      """
      import json
      from urllib.parse import urljoin
      print(json.dumps([urljoin("http://h/p/q/r;s?t", reference) for reference in input]))
      """, input: references, decoding: [String].self)
    for (reference, target) in zip(references, targets) {
      expectResolution(reference, against: "http://h/p/q/r;s?t", is: target)
    }
  }

  @Test(arguments: [
    ("./a:b", "x", "./a:b"), ("../a+1:b/c?d", "x/y", "./a+1:b/c?d"), ("./:b", "x", ":b"),
    ("./1:b", "x", "1:b"),
    ("./é:b", "x", "é:b"), ("./a/b:c", "x", "a/b:c"), ("./a:b", "/x", "/a:b"), ("./a:b", "x:y", "x:a:b"),
    ("./a:b", "//h", "//h/a:b"),
  ]) func `a relative reference stays one`(reference: String, base: String, target: String) {
    expectResolution(reference, against: base, is: target)
    let resolved = URIReference(reference).resolved(against: URIReference(base))
    #expect(URIReference(resolved.description).scheme == resolved.scheme)
  }

  @Test func `dot segments are removed in linear time`() {
    let deep = String(repeating: "a/../", count: 200_000) + String(repeating: "../", count: 200_000)
    expectResolution(deep, against: "http://h/", is: "http://h/")
    expectResolution(
      "/" + String(repeating: "a/", count: 200_000) + String(repeating: "../", count: 200_000),
      against: "http://h", is: "http://h/")
  }

  private func expectResolution(
    _ reference: String, against base: String, is target: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    let resolved = URIReference(reference).resolved(against: URIReference(base)).description
    let isSame = Array(resolved.utf8) == Array(target.utf8)
    #expect(
      isSame, "\(reference.prefix(200)) is \(resolved.prefix(200)), not \(target.prefix(200))",
      sourceLocation: location)
  }

  @Test func `references are equal if their parts are, byte for byte`() {
    let texts = [
      "", "?", "#", "?#", "/", "//", "a", "a:", "//a", "http://h/p?q#f", "HTTP://h/p?q#f", "http://h/p?q",
      "/é",
      "/e\u{301}", "/%C3%A9",
    ]
    let references = texts.map { URIReference($0) }
    for (index, reference) in references.enumerated() {
      #expect(references.indices.filter { references[$0] == reference } == [index], "\(reference)")
    }
    #expect(Set(references + texts.map { URIReference($0) }).count == texts.count)
    #expect(URIReference("b").resolved(against: URIReference("http://h/a")) == URIReference("http://h/b"))
  }

  @Test(arguments: [
    ("/a?b#c", "/a"), ("/a#b?c", "/a"), ("/a", "/a"), ("?a", ""), ("#a", ""),
    ("/a\u{301}?\u{301}", "/a\u{301}"),
  ]) func `a query and a fragment are left out`(text: String, rest: String) {
    #expect(text.withoutQuery == rest)
  }
}
