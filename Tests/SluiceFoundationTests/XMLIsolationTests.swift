import FoundationXML
import HTTPTypes
import SluiceFoundation
import SluiceLoopback
import SluiceSerialization
import SluiceTestSupport
import Testing

/// What a document names is left alone, and what it is made of costs no more than its bytes.
@Suite struct XMLIsolationTests {
  @Test("No DTD is loaded, from a file or over HTTP, and no XInclude")
  func nothingIsLoaded() throws {
    let folder = try TemporaryDirectory()
    let dtd = Array("<!ATTLIST a loaded CDATA 'yes'>".utf8)
    let file = try folder.file("a.dtd", dtd)
    let server = try LoopbackServer { connection in
      try connection.write(Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + dtd)
    }
    defer { server.stop() }
    for address in ["file://\(file)", file, "http://127.0.0.1:\(server.port)/a.dtd"] {
      let document = try XMLDocument(strict: Array("<!DOCTYPE a SYSTEM '\(address)'><a/>".utf8))
      #expect(document.rootElement()?.attribute(forName: "loaded") == nil)
      let including =
        "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include parse='text' href='\(address)'/></a>"
      #expect(try XMLDocument(strict: Array(including.utf8)).rootElement()?.stringValue == "")
    }
    #expect(server.acceptedConnections == 0)
  }

  @Test("Deep nesting is read up to its limit, and refused beyond", arguments: [200, 201, 100_000])
  func depth(levels: Int) throws {
    let document = String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
    let bytes = Array(document.utf8)
    if levels <= 200 {
      let document = try XMLDocument(strict: bytes)
      #expect(try document.nodes(forXPath: "//a").count == levels)
    } else {
      let error = #expect(throws: XMLError.self) { try XMLDocument(strict: bytes) }
      #expect(error?.code == .tooDeep)
    }
  }

  @Test("Many attributes are read up to their limit, and refused beyond", arguments: ["a", "xmlns:a"])
  func attributes(prefix: String) throws {
    for count in [256, 257, 100_000] {
      let document = "<a " + (0..<count).map { "\(prefix)\($0)='u' " }.joined() + "/>"
      if count == 256 {
        #expect(throws: Never.self) { try XMLDocument(strict: Array(document.utf8)) }
      } else {
        let error = #expect(throws: XMLError.self) { try XMLDocument(strict: Array(document.utf8)) }
        #expect(error?.code == .tooManyAttributes)
      }
    }
  }

  @Test("Namespaces count as long as they are in scope")
  func namespaces() throws {
    let declarations = (0..<200).map { "xmlns:a\($0)='u' " }.joined()
    let siblings = "<r>" + repeatElement("<a \(declarations)></a>", count: 20).joined() + "</r>"
    #expect(throws: Never.self) { try XMLDocument(strict: Array(siblings.utf8)) }
    let nested = "<a \(declarations)><b \(declarations)/></a>"
    #expect(throws: XMLError.self) { try XMLDocument(strict: Array(nested.utf8)) }
  }

  @Test(
    "Time is linear in what a document is made of", .timeLimit(.minutes(1)),
    arguments: [
      ("<a>", "<b/>", "</a>"), ("<!--", " - ", "--><a/>"), ("<a><![CDATA[", "]] ", "]]></a>"),
      ("<a><?b ", "? ", "?></a>"),
      ("<a b='", "&#65;", "'/>"), ("<a>", "&amp;", "</a>"), ("<a>", "<!---->", "</a>"), ("<a>", "\n", "</a>"),
      ("<a ", " ", "/>"), ("<!DOCTYPE a SYSTEM '", "x", "'><a/>"),
    ])
  func time(before: String, repeated: String, after: String) {
    // Quadratic time would not come to an end.
    _ = try? XMLDocument(strict: Array((before + String(repeating: repeated, count: 200_000) + after).utf8))
  }

  @Test("A decoder reads what the closure takes, and says which types it accepts")
  func decoder() async throws {
    let decoder = ResponseDecoder.xml { try $0.nodes(forXPath: "//b").compactMap(\.stringValue) }
    func answer(_ type: String, _ body: [UInt8]) async throws -> [String] {
      try await decoder.decode(HTTPResponse(status: .ok, headerFields: [.contentType: type]), body: body)
    }
    let body = Array("<a><b>1</b><b>".utf8) + [0xE9] + Array("</b></a>".utf8)
    #expect(decoder.validation.accept == "text/xml, application/xml")
    for type in [
      "text/xml;charset=latin1", "application/xml; charset=\"ISO-8859-1\"", "image/svg+xml;charset=l1",
    ] {
      #expect(try await answer(type, body) == ["1", "é"])
    }
    for (type, body, code) in [
      ("text/html", body, .unacceptableMediaType), ("text/xml", [], .emptyBody),
      ("text/xml", Array("<a>".utf8), .decodingFailed),
    ] as [(String, [UInt8], ResponseError.Code)] {
      let error = await #expect(throws: ResponseError.self) { try await answer(type, body) }
      #expect(error?.code == code && (code != .decodingFailed || error?.underlying is XMLError))
    }
  }
}
