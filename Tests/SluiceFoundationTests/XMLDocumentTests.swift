import FoundationXML
import SluiceCoding
import SluiceFoundation
import SluiceTestSupport
import Testing

/// Strict parsing of XML documents.
@Suite struct XMLDocumentTests {
  @Test(
    arguments: [
      ("<a>x</a>", "x"), ("<?xml version='1.0'?>\n<!-- > --><a b=\"1\">x<b/></a>\n", "x"),
      ("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone='yes' ?><a>é</a>", "é"),
      ("\u{FEFF}<a>é</a>", "é"), ("<a>&lt;&amp;&#65;</a>", "<&A"), ("<a><![CDATA[<b>]]></a>", "<b>"),
      ("<!DOCTYPE a PUBLIC \"'\" '[>'><a>x</a>", "x"), ("<!-- <!DOCTYPE a [ --><a>x</a>", "x"),
      ("<a b='>' c=\"'\">x</a>", "x"), ("<a> x </a>", " x "),
      ("<p:a xmlns:p='u'>x</p:a>", "x"),
    ])
  func `a well-formed document is read`(document: String, text: String) throws {
    #expect(try textOfRoot(document) == text)
  }

  struct EncodedDocument: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let charset: String?

    init(_ testDescription: String, _ bytes: [UInt8], _ charset: String?) {
      self.testDescription = testDescription
      self.bytes = bytes
      self.charset = charset
    }
  }

  @Test(
    arguments: [
      EncodedDocument("mark", [0xFF, 0xFE] + utf16("<a>é</a>"), nil),
      EncodedDocument("mark and another charset", [0xFF, 0xFE] + utf16("<a>é</a>"), "latin1"),
      EncodedDocument("UTF-16 without a mark", utf16("<a>é</a>"), nil),
      EncodedDocument(
        "declared UTF-16 without a mark", utf16("<?xml version='1.0' encoding='UTF-16'?><a>é</a>"), nil),
      EncodedDocument("charset", Array("<a>".utf8) + [0xE9] + Array("</a>".utf8), "ISO-8859-1"),
      EncodedDocument(
        "charset and declared UTF-8",
        Array("<?xml version='1.0' encoding='utf-8'?><a>".utf8) + [0xE9] + Array("</a>".utf8), "iso-8859-2"),
      EncodedDocument(
        "declaration",
        Array("<?xml version='1.0' encoding='ISO-8859-2'?><a>".utf8) + [0xE9] + Array("</a>".utf8), nil),
      EncodedDocument(
        "charset UTF-8 and another declaration",
        Array("<?xml version='1.0' encoding='latin1'?><a>é</a>".utf8), "utf-8"),
    ])
  func `a byte order mark outranks the charset, which outranks the declaration`(encoded: EncodedDocument)
    throws
  {
    let document = try XMLDocument(parsing: encoded.bytes, charset: encoded.charset)
    #expect(document.rootElement()?.stringValue == "é")
  }

  @Test(
    arguments: [
      ("<a>\u{E9}</a>", nil), ("<?xml version='1.0' encoding='utf-7'?><a/>", nil), ("<a/>", "utf-7"),
    ])
  func `text that is invalid in its encoding is refused`(document: String, charset: String?) {
    let bytes = document.unicodeScalars.map { UInt8($0.value) }
    #expect(throws: TextError.self) { try XMLDocument(parsing: bytes, charset: charset) }
  }

  @Test(
    arguments: [
      ("", 1), (" \n", 1), ("x", 1), ("<a>\n<b>\n</a>", 3), ("<a>\n<b c='1' c='2'/></a>", 2), ("<a/>\nx", 2),
      ("<a><b>", 1), ("<a/>\n\n<b/>", 3), ("<a>\n&nbsp;</a>", 2), ("<a>\n<p:b/></a>", 2), ("<a>\u{1}</a>", 1),
      ("<a>\0</a>", 1), ("<\0?\0<a/>", 1), ("<a b=1/>", 1), ("<a>\u{FFFE}</a>", 1), ("<a", 1),
      ("<a>\n\n<", 3), ("<a>", 1), ("<a b='\n>", 2), ("<a><?b", 1), ("<!DOCTYPE a", 1), ("<a></a", 1),
      ("<a/", 1),
      ("<a>\n<!-- -- --></a>", 2), ("<!-- <a/>", 1), ("<?xml version='1.1'?><a/>", 1), ("<?xml ?><a/>", 1),
      ("<?xml version='1.0' x='y'?><a/>", 1), ("<?xml version='1.0'encoding='utf-8'?><a/>", 1),
      ("<?xml version='1.0'", 1), (" \n<?xml version='1.0'?><a/>", 2), ("<?xml", 1),
      ("<a><!DOCTYPE b></a>", 1),
      ("<!DOCTYPE a SYSTEM 'x'>\n<a>&b;</a>", 2), ("<!DOCTYPE a SYSTEM 'x'>\n<a b='&c;'/>", 2),
    ])
  func `a malformed document is refused with its line`(document: String, line: Int) {
    let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: Array(document.utf8)) }
    #expect(error?.code == .malformed)
    #expect(error?.line == line, "\(error.map(String.init(describing:)) ?? "")")
  }

  @Test(
    arguments: [
      "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><a>&x;</a>",
      "<!DOCTYPE a SYSTEM 'x' [<!ENTITY % p SYSTEM 'http://127.0.0.1/'> %p;]><a/>", "<!DOCTYPE a []><a/>",
      "<?xml version='1.0'?><!-- ' --><!DOCTYPE a PUBLIC '>' \"'\" [<!ENTITY x 'y'>]><a>&x;</a>",
      """
      <!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
      <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]><a>&d;</a>
      """,
    ])
  func `a document type with an internal subset is refused`(document: String) {
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
