import FoundationXML
import HTTPTypes
import SluiceFoundation
import SluiceLoopback
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Isolation of XML documents from files and the network, and limits of their cost.
@Suite(.timeLimit(.minutes(5))) struct XMLIsolationTests {
  @Test func `no DTD and no XInclude is loaded, from a file or over HTTP`() throws {
    let folder = try TemporaryDirectory()
    let dtd = Array("<!ATTLIST a loaded CDATA 'yes'>".utf8)
    let file = try folder.file("a.dtd", dtd)
    let server = try LoopbackServer { connection in
      try connection.write(Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + dtd)
    }
    defer { server.stop() }
    for address in ["file://\(file)", file, "http://127.0.0.1:\(server.port)/a.dtd"] {
      let document = try XMLDocument(parsing: Array("<!DOCTYPE a SYSTEM '\(address)'><a/>".utf8))
      #expect(document.rootElement()?.attribute(forName: "loaded") == nil)
      let including =
        "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include parse='text' href='\(address)'/></a>"
      #expect(try XMLDocument(parsing: Array(including.utf8)).rootElement()?.stringValue == "")
    }
    #expect(server.acceptedConnections == 0)
  }

  @Test(arguments: [200, 201, 100_000])
  func `nesting is limited to 200 levels`(levels: Int) throws {
    let document = String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
    let bytes = Array(document.utf8)
    if levels <= 200 {
      let document = try XMLDocument(parsing: bytes)
      #expect(try document.nodes(forXPath: "//a").count == levels)
    } else {
      let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: bytes) }
      #expect(error?.code == .tooDeep)
    }
  }

  @Test(arguments: ["a", "xmlns:a"])
  func `the attributes of an element are limited to 256`(prefix: String) throws {
    for count in [256, 257, 100_000] {
      let document = "<a " + (0..<count).map { "\(prefix)\($0)='u' " }.joined() + "/>"
      if count == 256 {
        #expect(throws: Never.self) { try XMLDocument(parsing: Array(document.utf8)) }
      } else {
        let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: Array(document.utf8)) }
        #expect(error?.code == .tooManyAttributes)
      }
    }
  }

  @Test func `a namespace counts only while it is in scope`() throws {
    let declarations = (0..<200).map { "xmlns:a\($0)='u' " }.joined()
    let siblings = "<r>" + repeatElement("<a \(declarations)></a>", count: 20).joined() + "</r>"
    #expect(throws: Never.self) { try XMLDocument(parsing: Array(siblings.utf8)) }
    let nested = "<a \(declarations)><b \(declarations)/></a>"
    #expect(throws: XMLError.self) { try XMLDocument(parsing: Array(nested.utf8)) }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("<a>", "<b/>", "</a>"), ("<!--", " - ", "--><a/>"), ("<a><![CDATA[", "]] ", "]]></a>"),
      ("<a><?b ", "? ", "?></a>"),
      ("<a b='", "&#65;", "'/>"), ("<a>", "&amp;", "</a>"), ("<a>", "<!---->", "</a>"), ("<a>", "\n", "</a>"),
      ("<a ", " ", "/>"), ("<!DOCTYPE a SYSTEM '", "x", "'><a/>"),
    ])
  func `parsing takes linear time`(before: String, repeated: String, after: String) {
    // Quadratic time would exceed the time limit.
    _ = try? XMLDocument(parsing: Array((before + String(repeating: repeated, count: 200_000) + after).utf8))
  }

  @Test func `a response decoder reads XML in its charset and refuses other bodies`() async throws {
    let decoder = ResponseDecoder.xml { try $0.nodes(forXPath: "//b").compactMap(\.stringValue) }
    func decoded(_ type: String, _ body: [UInt8]) async throws -> [String] {
      try await decoder.decode(HTTPResponse(status: .ok, headerFields: [.contentType: type]), body: body)
    }
    let body = Array("<a><b>1</b><b>".utf8) + [0xE9] + Array("</b></a>".utf8)
    #expect(decoder.validation.accept == "text/xml, application/xml")
    for type in [
      "text/xml;charset=latin1", "application/xml; charset=\"ISO-8859-1\"", "image/svg+xml;charset=l1",
    ] {
      #expect(try await decoded(type, body) == ["1", "é"])
    }
    for (type, body, code) in [
      ("text/html", body, .unacceptableMediaType), ("text/xml", [], .emptyBody),
      ("text/xml", Array("<a>".utf8), .decodingFailed),
    ] as [(String, [UInt8], ErrorCode)] {
      let error = await #expect(throws: ResponseError.self) { try await decoded(type, body) }
      #expect(error?.code == code && (code != .decodingFailed || error?.underlying is XMLError))
    }
  }
}
