import SluiceTestSupport
import Testing

/// `plist convert`, as used in scripts.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct PropertyListCommandTests {
  private func convert(_ input: [UInt8], _ options: String...) throws -> Outcome {
    try sluice(["plist", "convert"] + options, input: .bytes(input))
  }

  private static func xml(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(content)
    </plist>

    """
  }

  private let document = xml(
    """
    <dict>
    	<key>text</key>
    	<string>a &amp; b</string>
    	<key>when</key>
    	<date>2001-09-09T01:46:40Z</date>
    	<key>data</key>
    	<data>
    	AAH/
    	</data>
    	<key>list</key>
    	<array>
    		<integer>1</integer>
    		<real>2.5</real>
    		<true/>
    	</array>
    </dict>
    """)
  private let json =
    #"{"text":"a & b","when":"2001-09-09T01:46:40Z","data":"AAH/","list":[1,2.5,true]}"# + "\n"

  @Test func `each format can be converted to the others`() throws {
    let xml = Array(document.utf8)
    let binary = try convert(xml, "--to", "binary")
    binary.expectSuccess()
    #expect(binary.output.starts(with: "bplist00".utf8))
    for (input, from) in [(xml, "xml"), (binary.output, "binary")] {
      for options in [[], ["--from", from], ["--from", "auto"]] {
        let asJSON = try sluice(["plist", "convert", "--to", "json"] + options, input: .bytes(input))
        asJSON.expectSuccess()
        #expect(asJSON.text == json)
        #expect(
          try sluice(["plist", "convert", "--to", "xml"] + options, input: .bytes(input)).text == document)
      }
    }
    #expect(
      try convert(Array(" [1, -2, 1.5, \"é\", false, {}]".utf8), "--to", "xml").text
        == Self.xml(
          "<array>\n\t<integer>1</integer>\n\t<integer>-2</integer>\n\t<real>1.5</real>\n\t<string>é</string>\n\t<false/>\n\t<dict/>\n</array>"
        ))
  }

  @Test func `of members with equal keys, the last one is used`() throws {
    let (repeated, single) = (
      Array(#"{"a":1,"b":{"c":2,"c":3},"a":4}"#.utf8), Array(#"{"a":4,"b":{"c":3}}"#.utf8)
    )
    for format in ["xml", "binary", "json"] {
      let output = try convert(repeated, "--from", "json", "--to", format)
      output.expectSuccess()
      #expect(output.output == (try convert(single, "--to", format).output))
    }
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `python reads the converted property list`()
    throws
  {
    for format in ["xml", "binary"] {
      let output = try convert(Array(document.utf8), "--to", format).output
      let text = try ScriptOracle.python3.output(
        of: "import sys, plistlib; print(plistlib.loads(sys.stdin.buffer.read()))", input: output)
      #expect(
        String(decoding: text, as: UTF8.self)
          == "{'text': 'a & b', 'when': datetime.datetime(2001, 9, 9, 1, 46, 40), 'data': b'\\x00\\x01\\xff', 'list': [1, 2.5, True]}\n"
      )
    }
  }

  @Test(arguments: [
    ("", ["--to", "json"], "invalid-plist"), ("<plist>", ["--to", "json"], "invalid-plist"),
    ("bplist00", ["--to", "xml"], "invalid-plist"), ("{\"a\":null}", ["--to", "xml"], "null"),
    ("{\"a\":}", ["--to", "xml"], "invalid-json"),
    ("[1e999]", ["--to", "xml"], "number"), ("[1]", ["--to", "xml", "--from", "xml"], "invalid-plist"),
    ("<plist><real>nan</real></plist>", ["--to", "json"], "unencodable"),
    ("[18446744073709551616]", ["--to", "xml"], "unencodable"),
    ("[340282366920938463463374607431768211457]", ["--to", "binary"], "unencodable"),
    ("[-170141183460469231731687303715884105729]", ["--to", "json", "--from", "json"], "unencodable"),
    ("[\"\\u0001\"]", ["--to", "xml"], "unencodable"),
    ("<plist><true/></plist>", ["--to", "json", "--from", "binary"], "format"),
  ]) func `input that cannot be converted is an error`(input: String, options: [String], code: String) throws
  {
    let outcome = try sluice(["plist", "convert"] + options, input: .bytes(Array(input.utf8)))
    outcome.expectFailure(65, code)
    #expect(outcome.output == [])
  }

  @Test(arguments: [
    ("{\"a\":[1,{\"b\":null}]}", "xml", "contain null at a.1.b"),
    ("{\"a\":[0,1e999]}", "xml", "contain 1e999 at a.1"),
    ("{\"a\":[340282366920938463463374607431768211456]}", "xml", "integers from -2^63 to 2^64 - 1. at a.0"),
    ("null", "xml", "contain null\n"), ("<plist><dict><key>a</key></dict></plist>", "json", "at byte 25\n"),
    ("<plist><array><real>nan</real></array></plist>", "json", " at "), ("bplist00", "json", "at byte 8\n"),
  ]) func `an error says where the value is`(input: String, format: String, place: String) throws {
    let outcome = try sluice("plist", "convert", "--to", format, input: .bytes(Array(input.utf8)))
    #expect(outcome.end == .exited(65))
    #expect(outcome.errors.contains(place), "\(outcome.errors)")
  }

  @Test(arguments: ["json", "xml"]) func `a date outside the years 0000 to 9999 is an error`(format: String)
    throws
  {
    let bits = 1e18.bitPattern
    let date = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    let words: [UInt8] = [1, 0, 17]
    let trailer: [UInt8] = [0, 0, 0, 0, 0, 0, 1, 1] + words.flatMap { [0, 0, 0, 0, 0, 0, 0, $0] as [UInt8] }
    let document: [UInt8] = Array("bplist00".utf8) + [0x33] + date + [8] + trailer
    let outcome = try convert(document, "--to", format)
    outcome.expectFailure(65, "unencodable", saying: "years 0000 to 9999")
    #expect(outcome.output == [])
  }

  @Test(arguments: ["json", "xml", "binary"], ["[", "{\"a\":"])
  func `nesting that a small stack cannot hold is an error`(format: String, start: String) throws {
    let folder = try TemporaryDirectory()
    let (starts, ends) = (
      String(repeating: start, count: 511), String(repeating: start == "[" ? "]" : "}", count: 511)
    )
    let path = try folder.file("deep.json", Array("\(starts)1\(ends)".utf8))
    for size in [256, 1024, 8192] {
      let script = "ulimit -s \(size); exec \"$0\" plist convert --from json --to \(format) \"$1\""
      let outcome = try Run("sh", ["-c", script, toolPath, path]).finish()
      if outcome.end != .exited(0) { outcome.expectFailure(65, "unencodable", saying: "Nested too deeply") }
      #expect(size != 8192 || outcome.end == .exited(0))
    }
  }

  @Test func `the output format is required`() throws {
    try convert([], "--from", "xml").expectFailure(64, "usage", saying: "--to")
  }
}
