import Foundation
import FoundationXML

/// Finds out from libxml2 whether and where a document is malformed, which `XMLDocument` does not report.
final class XMLWellFormedness: NSObject, XMLParserDelegate {
  private var failure: XMLError?
  /// libxml2's numbers of warnings about well-formed documents: the name of a processing instruction that begins with
  /// `xml`, a value of `xml:lang` that names no language, a namespace that is no URI or a relative one, and a value of
  /// `xml:space`.
  ///
  /// An instruction whose name is `xml` has the number of the first, but is also an error of the parser.
  private static let warnings = [64, 98, 99, 100, 102]

  /// Checks that a document is well-formed.
  ///
  /// - Throws: ``XMLError`` with the line of the first error.
  static func check(_ document: [UInt8]) throws(XMLError) {
    let parser = XMLParser(data: Data(givingInstructionsData(document)))
    let delegate = XMLWellFormedness()
    parser.delegate = delegate
    parser.shouldResolveExternalEntities = false
    // After some errors, the parser returns `true` nevertheless.
    let isParsed = parser.parse()
    if let failure = delegate.failure { throw failure }
    guard isParsed else {
      throw XMLError(.malformed, line: parser.lineNumber, "the document is not well-formed")
    }
  }

  /// Returns the document with a space before each `?>`.
  ///
  /// Foundation traps on a processing instruction without data, also after an error at which libxml2 continues. The
  /// space does not change whether a document is well-formed.
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
    let number = (parseError as NSError).code
    guard failure == nil, !Self.warnings.contains(number) else { return }
    failure = XMLError(
      .malformed, line: parser.lineNumber, "the document is not well-formed (libxml2 error \(number))")
  }
}
