import FoundationXML
import SluiceCoding
import SluiceFoundation
import SluiceTestSupport
import Testing

/// Strict parsing of XML documents.
@Suite(.timeLimit(.minutes(5))) struct XMLDocumentTests {
  @Test(
    arguments: [
      ("<a>x</a>", "x"), ("<?xml version='1.0'?>\n<!-- > --><a b=\"1\">x<b/></a>\n", "x"),
      ("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone='yes' ?><a>é</a>", "é"),
      ("\u{FEFF}<a>é</a>", "é"), ("<a>&lt;&amp;&#65;</a>", "<&A"), ("<a><![CDATA[<b>]]></a>", "<b>"),
      ("<!DOCTYPE a PUBLIC \"'\" '[>'><a>x</a>", "x"), ("<!-- <!DOCTYPE a [ --><a>x</a>", "x"),
      ("<a b='>' c=\"'\">x</a>", "x"), ("<a> x </a>", " x "),
      ("<p:a xmlns:p='u'>x</p:a>", "x"),
      // libxml2 warns of these.
      ("<a xmlns='u'>x</a>", "x"), ("<a xmlns='http://é/'>x</a>", "x"), ("<a xmlns='%'><b>x</b></a>", "x"),
      ("<?xml-model y?><?xml-other y?><a>x</a>", "x"), ("<a xml:space='other' xml:lang='!'>x</a>", "x"),
    ])
  func `a well-formed document is read`(document: String, text: String) throws {
    #expect(try textOfRoot(document) == text)
  }

  typealias EncodedDocument = (bytes: [UInt8], charset: String?)

  @Test(
    arguments: [
      "mark": ([0xFF, 0xFE] + utf16("<a>é</a>"), nil),
      "mark and another charset": ([0xFF, 0xFE] + utf16("<a>é</a>"), "latin1"),
      "UTF-16 without a mark": (utf16("<a>é</a>"), nil),
      "declared UTF-16 without a mark": (utf16("<?xml version='1.0' encoding='UTF-16'?><a>é</a>"), nil),
      "charset": (Array("<a>".utf8) + [0xE9] + Array("</a>".utf8), "ISO-8859-1"),
      "charset and declared UTF-8": (
        Array("<?xml version='1.0' encoding='utf-8'?><a>".utf8) + [0xE9] + Array("</a>".utf8), "iso-8859-2"
      ),
      "declaration": (
        Array("<?xml version='1.0' encoding='ISO-8859-2'?><a>".utf8) + [0xE9] + Array("</a>".utf8), nil
      ),
      "charset UTF-8 and another declaration": (
        Array("<?xml version='1.0' encoding='latin1'?><a>é</a>".utf8), "utf-8"
      ),
    ] as NamedCases<EncodedDocument>)
  func `a byte order mark outranks the charset, which outranks the declaration`(
    encoded: NamedCase<EncodedDocument>
  ) throws {
    let document = try XMLDocument(parsing: encoded.value.bytes, charset: encoded.value.charset)
    #expect(document.rootElement()?.stringValue == "é")
  }

  @Test(
    arguments: [
      "Latin-1 without a declaration": (Array("<a>".utf8) + [0xE9] + Array("</a>".utf8), nil),
      "declared encoding that is unknown": (Array("<?xml version='1.0' encoding='utf-7'?><a/>".utf8), nil),
      "charset that is unknown": (Array("<a/>".utf8), "utf-7"),
    ] as NamedCases<EncodedDocument>)
  func `text that is invalid in its encoding is refused`(encoded: NamedCase<EncodedDocument>) {
    #expect(throws: TextError.self) {
      try XMLDocument(parsing: encoded.value.bytes, charset: encoded.value.charset)
    }
  }

  @Test(
    arguments: [
      "empty": ("", 1), "blank": (" \n", 1), "text alone": ("x", 1),
      "element closed by another's tag": ("<a>\n<b>\n</a>", 3),
      "attribute twice": ("<a>\n<b c='1' c='2'/></a>", 2),
      "text after the root": ("<a/>\nx", 2), "two open elements": ("<a><b>", 1),
      "second root": ("<a/>\n\n<b/>", 3),
      "undeclared entity": ("<a>\n&nbsp;</a>", 2), "undeclared prefix": ("<a>\n<p:b/></a>", 2),
      "control character": ("<a>\u{1}</a>", 1), "NUL in text": ("<a>\0</a>", 1),
      "declaration in half of UTF-16": ("<\0?\0<a/>", 1), "attribute without quotes": ("<a b=1/>", 1),
      "noncharacter": ("<a>\u{FFFE}</a>", 1),
      "cut in a name": ("<a", 1), "cut after a bracket": ("<a>\n\n<", 3), "cut in an element": ("<a>", 1),
      "cut in an attribute": ("<a b='\n>", 2), "cut in an instruction": ("<a><?b", 1),
      "cut in a document type": ("<!DOCTYPE a", 1), "cut in an end tag": ("<a></a", 1),
      "cut in an empty element": ("<a/", 1),
      "two hyphens in a comment": ("<a>\n<!-- -- --></a>", 2), "cut in a comment": ("<!-- <a/>", 1),
      "version 1.1": ("<?xml version='1.1'?><a/>", 1), "declaration without a version": ("<?xml ?><a/>", 1),
      "declaration with another name": ("<?xml version='1.0' x='y'?><a/>", 1),
      "declaration without a space": ("<?xml version='1.0'encoding='utf-8'?><a/>", 1),
      "cut in a declaration": ("<?xml version='1.0'", 1), "cut after the word xml": ("<?xml", 1),
      "declaration after white space": (" \n<?xml version='1.0'?><a/>", 2),
      "declaration in the root": ("<a>\n<?xml version='1.0'?></a>", 2),
      "instruction with the name XML": ("<a>\n<?XML y?></a>", 2),
      "document type within the root": ("<a><!DOCTYPE b></a>", 1),
      "entity that an external subset may declare": ("<!DOCTYPE a SYSTEM 'x'>\n<a>&b;</a>", 2),
      "such an entity in an attribute": ("<!DOCTYPE a SYSTEM 'x'>\n<a b='&c;'/>", 2),
    ] as NamedCases<(document: String, line: Int)>)
  func `a malformed document is refused with its line`(malformed: NamedCase<(document: String, line: Int)>) {
    let (document, line) = malformed.value
    let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: Array(document.utf8)) }
    #expect(error?.code == .malformed)
    #expect(error?.line == line, "\(error.map(String.init(describing:)) ?? "")")
  }

  @Test(
    arguments: [
      "entity of a local file": "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><a>&x;</a>",
      "parameter entity of a server":
        "<!DOCTYPE a SYSTEM 'x' [<!ENTITY % p SYSTEM 'http://127.0.0.1/'> %p;]><a/>",
      "empty subset": "<!DOCTYPE a []><a/>",
      "bracket in an identifier":
        "<?xml version='1.0'?><!-- ' --><!DOCTYPE a PUBLIC '>' \"'\" [<!ENTITY x 'y'>]><a>&x;</a>",
      "billion laughs": """
      <!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
      <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]><a>&d;</a>
      """,
    ] as NamedCases)
  func `a document type with an internal subset is refused`(hostile: NamedCase<String>) {
    let document = hostile.value
    for bytes in [Array(document.utf8), [0xFF, 0xFE] + utf16(document), utf16(document)] {
      let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: bytes) }
      #expect(error?.code == .entityDeclaration)
    }
  }

  private func textOfRoot(_ document: String) throws -> String? {
    try XMLDocument(parsing: Array(document.utf8)).rootElement()?.stringValue
  }
}

/// Returns a text in UTF-16LE, without a byte order mark.
private func utf16(_ text: String) -> [UInt8] {
  text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
}
