import FoundationEssentials
import SluiceCoding
import SluiceTestSupport
import Testing

/// Reading the XML format.
@Suite(.timeLimit(.minutes(5))) struct PropertyListXMLReadingTests {
  private static let accepted: [(String, Plist)] = [
    // Strings.
    ("<string>a&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#x1F600;&#0000067;</string>", "a&<>\"'AB😀C"),
    ("<string/>", ""), ("<string />", ""), ("<string></string>", ""), ("<string> a </string >", " a "),
    ("<string a=\"b\" c = 'd>'>x</string>", "x"), ("<string\n>x</string>", "x"),
    ("<string>a<![CDATA[<x>&amp;]]]>b</string>", "a<x>&amp;]b"), ("<string><![CDATA[]]></string>", ""),
    ("<string>a<!-- b -->c<?d e?>f</string>", "acf"), ("<string>a]]>b</string>", "a]]>b"),
    ("<string>a\r\nb\rc\nd&#13;e</string>", "a\nb\nc\nd\re"),
    ("<string>é\u{FFFD}\u{FFFC}\u{F900}日\u{10FFFF}</string>", "é\u{FFFD}\u{FFFC}\u{F900}日\u{10FFFF}"),
    // Integers.
    ("<integer>0</integer>", 0), ("<integer>+1</integer>", 1), ("<integer>-1</integer>", -1),
    ("<integer>0x10</integer>", 16), ("<integer>-0X1f</integer>", -31), ("<integer>\n 1\t</integer>", 1),
    ("<integer>007</integer>", 7), ("<integer>&#49;</integer>", 1),
    ("<integer>18446744073709551615</integer>", 18_446_744_073_709_551_615),
    ("<integer>0xFFFFFFFFFFFFFFFF</integer>", 18_446_744_073_709_551_615),
    ("<integer>-9223372036854775808</integer>", -9_223_372_036_854_775_808),
    // Reals.
    ("<real>1</real>", 1.0), ("<real>-1.5e3</real>", -1500.0), ("<real> .5 </real>", 0.5),
    ("<real>5.</real>", 5.0), ("<real>inf</real>", .real(.infinity)),
    ("<real>-inf</real>", .real(-.infinity)),
    ("<real>+infinity</real>", .real(.infinity)), ("<real>-Infinity</real>", .real(-.infinity)),
    ("<real>1e400</real>", .real(.infinity)), ("<real>1e-400</real>", 0.0), ("<real>-0</real>", .real(-0.0)),
    // Booleans, dates, data.
    ("<true/>", true), ("<false/>", false), ("<true></true>", true), ("<false> <!-- --></false>", false),
    ("<date>2001-01-01T00:00:01Z</date>", .date(Date(timeIntervalSinceReferenceDate: 1))),
    ("<date> 1969-12-31T23:59:59Z\n</date>", .date(Date(timeIntervalSince1970: -1))),
    ("<data>AQI=</data>", .data(Data([1, 2]))), ("<data>\n\tA Q\r\nI\t= </data>", .data(Data([1, 2]))),
    ("<data/>", .data(Data())), ("<data>AQID</data>", .data(Data([1, 2, 3]))),
    // Containers.
    ("<array/>", []), ("<array></array>", []), ("<dict/>", [:]), ("<dict> </dict>", [:]),
    ("<array> <true/><!-- c --><array><integer>1</integer></array><?p?></array>", [true, [1]]),
    ("<dict><key>b</key><integer>1</integer><key>a</key><dict/></dict>", ["b": 1, "a": [:]]),
    ("<dict><key/><string>$null</string></dict>", ["": "$null"]),
    (
      "<dict><key>a</key><integer>1</integer><key>b</key><true/><key>a</key><integer>2</integer></dict>",
      ["a": 2, "b": true]
    ),
    ("<dict><key>é</key><true/><key>e\u{301}</key><false/></dict>", ["é": true, "e\u{301}": false]),
    ("<dict><key>CF$UID</key><integer>7</integer></dict>", .uid(7)),
    ("<dict><key>CF$UID</key><integer>-7</integer></dict>", ["CF$UID": -7]),
    ("<dict><key>CF$UID</key><integer>7</integer><key>a</key><true/></dict>", ["CF$UID": 7, "a": true]),
  ]

  @Test(arguments: accepted)
  func `a well-formed value is read`(xml: String, value: Plist) throws {
    #expect(try PropertyList.read(xml: "<plist version=\"1.0\">\(xml)</plist>").canonical == value.canonical)
  }

  @Test func `NaNs are read`() throws {
    for text in ["nan", "NaN", "-nan", "+NAN"] {
      guard case .real(let real) = try PropertyList.read(xml: "<real>\(text)</real>") else {
        Issue.record("\(text)")
        continue
      }
      #expect(real.isNaN)
    }
  }

  @Test(
    arguments: [
      "<plist><true/></plist>", "<true/>", "\u{FEFF}<true/>", "\n <true/>\n",
      "<?xml version=\"1.0\"?><true/>", "<?xml version='1.0' encoding='utf-8' standalone=\"yes\" ?><true/>",
      "<?xml version=\"1.0\" encoding = \"UTF-8\"?>\n<!DOCTYPE plist><plist><true/></plist>",
      "<!-- <a> --><?p <b> ?><!DOCTYPE plist PUBLIC \"[>'\" '\">'><!-- --><true/><!-- c --><?q?>\r\n",
      "<?xml-stylesheet a?><true/>", "<?xml version=\"1.0\"?><!-- a --><?b?><true/>",
      "<!-- a --><!DOCTYPE plist><true/>", "<plist\t version='1'\n>\t<true/>\n</plist >",
    ])
  func `declarations, comments and whitespace around the root are skipped`(xml: String) throws {
    #expect(try PropertyList.read(xml: xml) == true)
  }

  @Test func `the decoder reports the format`() throws {
    var format = PropertyList.Format.binary
    #expect(try PropertyList.Decoder().decode(Bool.self, from: Data("<true/>".utf8), format: &format))
    #expect(format == .xml)
    let binary = try PropertyList.write(Plist.bool(true), .binary)
    #expect(try PropertyList.Decoder().decode(Bool.self, from: binary, format: &format))
    #expect(format == .binary)
  }

  // MARK: Encodings

  private static func utf16(_ text: String, isBigEndian: Bool = true, hasMark: Bool = true) -> [UInt8] {
    ((hasMark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is read in both byte orders, with and without a mark`(isBigEndian: Bool, hasMark: Bool) throws
  {
    for name in ["UTF-16", isBigEndian ? "utf-16be" : "UTF-16LE"] {
      let xml = "<?xml version=\"1.0\" encoding=\"\(name)\"?><string>é日😀</string>"
      let bytes = Self.utf16(xml, isBigEndian: isBigEndian, hasMark: hasMark)
      #expect(try PropertyList.read(bytes) == "é日😀")
    }
  }

  @Test func `an error in UTF-16 has its byte`() throws {
    let start = "<string>é日😀</string>"
    let error = try #require(PropertyList.refusal(Self.utf16(start + "<true/>")))
    #expect(error.code == .malformed)
    #expect(error.byteOffset == 2 + 2 * start.utf16.count)
    let lone = Self.utf16("<string>é") + [0xD8, 0x00] + Self.utf16("</string>", hasMark: false)
    #expect(PropertyList.refusal(lone)?.description == "invalid-text: half of a surrogate pair at byte 20")
    #expect(PropertyList.refusal(Self.utf16("<true/>") + [0])?.code == .truncated)
  }

  private static let unsupportedEncodings: NamedCases<[UInt8]> = [
    "declared Latin-1": Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><true/>".utf8),
    "UTF-8 that is declared as UTF-16": Array("<?xml version=\"1.0\" encoding='UTF-16'?><true/>".utf8),
    "UTF-16 that is declared as UTF-8": utf16("<?xml version=\"1.0\" encoding=\"UTF-8\"?><true/>"),
    "UTF-32BE with a mark": [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x3C],
    "UTF-32LE with a mark": [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0],
    "UTF-32LE": [0x3C, 0, 0, 0], "UTF-32BE": [0, 0, 0, 0x3C],
  ]

  @Test(arguments: unsupportedEncodings)
  func `an unsupported or contradictory encoding is an error`(document: NamedCase<[UInt8]>) {
    #expect(PropertyList.refusal(document.value)?.code == .unsupportedEncoding)
  }

  // MARK: Refusals

  private static let refused: [(String, ErrorCode, Int)] = [
    // Around the root.
    ("", .truncated, 0), (" ", .truncated, 1), ("x", .malformed, 0), ("{a=1;}", .malformed, 0),
    ("<plist/>", .malformed, 0), ("<plist></plist>", .malformed, 7), ("<plist>", .truncated, 7),
    ("<plist><true/>", .truncated, 14), ("<plist><true/><true/></plist>", .malformed, 14),
    ("<plist><true/></plist>x", .malformed, 22), ("<plist><true/></plist>\0", .malformed, 22),
    ("<true/><true/>", .malformed, 7), ("<true/><!DOCTYPE plist>", .malformed, 7),
    ("<plist><plist><true/></plist></plist>", .malformed, 7), ("</plist>", .malformed, 0),
    ("<!DOCTYPE plist", .truncated, 15), ("<!DOCTYPE a><!DOCTYPE a><true/>", .malformed, 12),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><true/>", .entityDeclaration, 12),
    ("<!DOCTYPE a \"[\" [ ]><true/>", .entityDeclaration, 16), ("<!-- <true/>", .truncated, 12),
    ("<!-->", .truncated, 5), ("<!--><true/>", .truncated, 12), ("<?><true/>", .truncated, 10),
    ("<?p", .truncated, 3), ("<?xml version=\"1.0\"", .truncated, 19),
    ("<?xml encoding=utf-8?><true/>", .malformed, 0), ("<![CDATA[a]]><true/>", .malformed, 0),
    // Tags.
    ("<", .truncated, 1), ("<true", .truncated, 5), ("<true/", .truncated, 6), ("<true a", .truncated, 7),
    ("<true a=", .truncated, 8), ("<true a='", .truncated, 9), ("<true a>", .malformed, 7),
    ("<true a='1'b='2'/>", .malformed, 11), ("<true a=b/>", .malformed, 8), ("<true a='<'/>", .malformed, 9),
    ("<true / >", .malformed, 7),
    ("<True/>", .malformed, 0), ("<foo/>", .malformed, 0), ("< true/>", .malformed, 0), ("<>", .malformed, 0),
    ("<é/>", .malformed, 0), ("<stringstring/>", .malformed, 0), ("<true<", .malformed, 5),
    ("<array></dict>", .malformed, 7), ("<array><true></array></true>", .malformed, 13),
    ("<array/></array>", .malformed, 8), ("<array>", .truncated, 7), ("<array></array", .truncated, 14),
    ("<array>x</array>", .malformed, 7), ("<true>x</true>", .malformed, 0),
    ("<string><b/></string>", .malformed, 8),
    // Dictionaries.
    ("<dict><key>a</key></dict>", .malformed, 18), ("<dict><true/></dict>", .malformed, 6),
    ("<dict><key>a</key><key>b</key></dict>", .malformed, 18), ("<key>a</key>", .malformed, 0),
    ("<array><key>a</key></array>", .malformed, 7), ("<dict><key><true/></key></dict>", .malformed, 11),
    ("<dict><array><true/></array></dict>", .malformed, 20),
    // Characters and references.
    ("<string>&foo;</string>", .malformed, 8), ("<string>&amp</string>", .malformed, 8),
    ("<string>&", .malformed, 8), ("<string>&#;</string>", .malformed, 8),
    ("<string>&#x;</string>", .malformed, 8),
    ("<string>&#12", .malformed, 8), ("<string>&#1a;</string>", .malformed, 8),
    ("<string>& a</string>", .malformed, 8),
    ("<string>a&#0;</string>", .invalidText, 9), ("<string>&#xD800;</string>", .invalidText, 8),
    ("<string>&#x110000;</string>", .invalidText, 8),
    ("<string>&#99999999999999999999;</string>", .invalidText, 8),
    ("<string>&#xFFFE;</string>", .invalidText, 8), ("<string>&#1;</string>", .invalidText, 8),
    ("<string>a\u{1}</string>", .invalidText, 9), ("<string>\0</string>", .invalidText, 8),
    ("<string>\u{FFFF}</string>", .invalidText, 8), ("<string><![CDATA[\u{B}]]></string>", .invalidText, 17),
    ("<string><![CDATA[a", .truncated, 18), ("<string><![CDATA[a]]</string>", .truncated, 29),
    ("<string>a<!-- </string>", .truncated, 23), ("<string>a", .truncated, 9),
    ("<string>a</strin>", .malformed, 9),
    // Numbers, dates, data.
    ("<integer></integer>", .malformed, 0), ("<integer/>", .malformed, 0),
    ("<integer>-</integer>", .malformed, 0),
    ("<integer>--1</integer>", .malformed, 0), ("<integer>-+1</integer>", .malformed, 0),
    ("<integer>++1</integer>", .malformed, 0), ("<integer>+-1</integer>", .malformed, 0),
    ("<integer>1.0</integer>", .malformed, 0), ("<integer>1 2</integer>", .malformed, 0),
    ("<integer>0x</integer>", .malformed, 0), ("<integer>0x-1</integer>", .malformed, 0),
    ("<integer>18446744073709551616</integer>", .malformed, 0), ("<integer>१</integer>", .malformed, 0),
    ("<integer>-9223372036854775809</integer>", .malformed, 0), ("<integer>1_0</integer>", .malformed, 0),
    ("<integer>99999999999999999999999999999999999999999999</integer>", .malformed, 0),
    ("<real></real>", .malformed, 0), ("<real>1,5</real>", .malformed, 0),
    ("<real>0x1p3</real>", .malformed, 0),
    ("<real>1 5</real>", .malformed, 0), ("<real>infinit</real>", .malformed, 0),
    ("<real>e1</real>", .malformed, 0),
    ("<date></date>", .malformed, 0), ("<date>2001-01-01</date>", .malformed, 0),
    ("<date>2001-02-29T00:00:00Z</date>", .malformed, 0),
    ("<date>2001-01-01T24:00:00Z</date>", .malformed, 0),
    ("<data>A</data>", .malformed, 0), ("<data>AQI</data>", .malformed, 0),
    ("<data>A*QI</data>", .malformed, 0),
    ("<data>AQI=AQI=</data>", .malformed, 0), ("<data>====</data>", .malformed, 0),
    ("<data>=</data>", .malformed, 0), ("<data>A===</data>", .malformed, 0),
    ("<data>AB=C</data>", .malformed, 0),
    ("<data>AQ=</data>", .malformed, 0), ("<data>é</data>", .malformed, 0),
    ("<string>\u{202E}</strinġ>", .malformed, 11),
  ]

  @Test(arguments: refused)
  func `a malformed document is an error with its byte`(
    xml: String, code: ErrorCode, offset: Int
  ) throws {
    let error = try #require(PropertyList.refusal(Array(xml.utf8)))
    #expect(error.code == code)
    #expect(error.byteOffset == offset)
    #expect(error.description.hasSuffix(" at byte \(offset)"))
  }

  @Test(
    arguments: [
      "byte of no character": ([0xFF], 8), "overlong NUL": ([0x61, 0xC0, 0x80], 9),
      "surrogate": ([0xED, 0xA0, 0x80], 8),
    ] as NamedCases<(bytes: [UInt8], offset: Int)>)
  func `text that is not UTF-8 is an error with its byte`(text: NamedCase<(bytes: [UInt8], offset: Int)>) {
    let error = PropertyList.refusal(Array("<string>".utf8) + text.value.bytes + Array("</string>".utf8))
    #expect(error?.code == .invalidText)
    #expect(error?.byteOffset == text.value.offset)
  }

  @Test func `the depth is limited`() throws {
    var decoder = PropertyList.Decoder()
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)).utf8)
    }
    _ = try PropertyList.read(nested(512))
    #expect(
      PropertyList.refusal(nested(513))?.description
        == "too-deep: more than 512 levels of nesting at byte \(512 * 7)")
    #expect(PropertyList.refusal(nested(100_000))?.code == .tooDeep)
    decoder.maximumDepth = .max
    _ = try PropertyList.read(nested(1024), decoder)
    #expect(PropertyList.refusal(nested(1025), decoder)?.code == .tooDeep)
    decoder.maximumDepth = 1
    _ = try PropertyList.read(Array("<array><true/></array>".utf8), decoder)
    #expect(PropertyList.refusal(Array("<array><array/></array>".utf8), decoder)?.code == .tooDeep)
    decoder.maximumDepth = 0
    #expect(PropertyList.refusal(Array("<dict/>".utf8), decoder)?.code == .tooDeep)
  }

  @Test func `hostile documents are read in linear time`() {
    let marks = String(repeating: "\u{301}", count: 200_000)
    let many = String(repeating: "<!---->", count: 50_000)
    let keys = (0..<20_000).map { "<key>\(marks.utf8.count)\($0)</key><true/>" }.joined()
    for xml in [
      "<string>a\(marks)</string>", "<dict><key>a\(marks)</key><true/><key>a\(marks)</key><true/></dict>",
      "<\(marks)/>", "<integer>\(String(repeating: "1", count: 100_000))</integer>",
      "<real>\(String(repeating: "1", count: 100_000))</real>", "\(many)<true/>", "<string>\(many)</string>",
      "<string>\(String(repeating: "&amp;", count: 50_000))</string>", "<dict>\(keys)</dict>",
      "<string>\(String(repeating: "<![CDATA[]]>", count: 50_000))</string>",
      "<string><![CDATA[\(String(repeating: "]", count: 200_000))]]></string>",
      "<data>\(String(repeating: " ", count: 200_000))</data>",
      "<!--\(String(repeating: "-", count: 200_000))",
    ] {
      // Far less than quadratic time: a debug build takes some tens of milliseconds.
      let time = ThreadClock.measure { _ = PropertyList.refusal(Array(xml.utf8)) }
      #expect(time < .seconds(2), "\(xml.prefix(30))")
    }
  }
}
