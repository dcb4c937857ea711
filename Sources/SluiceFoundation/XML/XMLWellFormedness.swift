import Foundation
import FoundationXML

/// Learns from libxml2 where a document is not well-formed, which `XMLDocument` keeps to itself.
final class XMLWellFormedness: NSObject, XMLParserDelegate {
  private var failure: XMLError?

  /// - Throws: ``XMLError`` with the first line that is malformed.
  static func check(_ document: [UInt8]) throws(XMLError) {
    let parser = XMLParser(data: Data(givingInstructionsData(document)))
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

  /// The document with a space before each `?>`, for Foundation traps on a processing instruction without data. It does so
  /// wherever libxml2 goes on behind an error, too. What is well-formed stays so, and nothing else becomes so.
  private static func givingInstructionsData(_ document: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(document.count)
    for (position, byte) in document.enumerated() {
      if byte == UInt8(ascii: "?"), position + 1 < document.count, document[position + 1] == UInt8(ascii: ">")
      {
        result.append(UInt8(ascii: " "))
      }
      result.append(byte)
    }
    return result
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    guard failure == nil else { return }
    let number = (parseError as NSError).code
    failure = XMLError(
      .malformed, line: parser.lineNumber, "the document is not well-formed (libxml2's error \(number))")
  }
}
