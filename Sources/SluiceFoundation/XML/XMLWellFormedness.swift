import Foundation
import FoundationXML

/// Learns from libxml2 where a document is not well-formed, which `XMLDocument` keeps to itself.
final class XMLWellFormedness: NSObject, XMLParserDelegate {
  private var failure: XMLError?

  /// - Throws: ``XMLError`` with the first line that is malformed.
  static func check(_ document: Data) throws(XMLError) {
    let parser = XMLParser(data: document)
    let delegate = XMLWellFormedness()
    parser.delegate = delegate
    parser.shouldResolveExternalEntities = false
    // It returns true in spite of some errors.
    let isParsed = parser.parse()
    if let failure = delegate.failure { throw failure }
    guard isParsed, parser.parserError == nil else {
      throw XMLError(.malformed, line: parser.lineNumber, "the document is not well-formed")
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    guard failure == nil else { return }
    let number = (parseError as NSError).code
    failure = XMLError(
      .malformed, line: parser.lineNumber, "the document is not well-formed (libxml2's error \(number))")
  }
}
