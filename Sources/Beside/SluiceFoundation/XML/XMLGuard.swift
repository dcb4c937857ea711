import Foundation
import FoundationXML
import SluiceCoding
import SluiceErrors

/// A single pass over the tags of a document that refuses everything that is disproportionately expensive to parse.
///
/// It refuses documents for which libxml2 needs quadratic time or deep recursion, and declarations of entities. It
/// recognizes tags as a parser does, in a malformed document up to the point at which a parser stops. It also refuses
/// documents that end too early, because Foundation's parser accepts some of them.
struct XMLGuard {
  /// The maximum nesting depth of elements. libxml2 stops at 256, and Foundation silently drops the deeper ones.
  static let maximumDepth = 200
  /// The maximum number of attributes of an element, and of namespaces in scope.
  ///
  /// libxml2 compares each attribute with all others, and each prefix with all namespaces in scope.
  static let maximumAttributeCount = 256

  private let text: [UInt8]
  private var position = 0
  /// The number of namespaces that each open element declares.
  private var open: [Int] = []
  /// The number of namespaces in scope.
  private var namespaces = 0

  init(_ text: [UInt8]) { self.text = text }

  /// Checks the document.
  ///
  /// - Throws: ``XMLError``.
  mutating func check() throws(XMLError) {
    var hasElement = false
    while let start = text[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start
      if isNext("<!--") {
        try skip(4, past: "-->")
      } else if isNext("<![CDATA[") {
        try skip(9, past: "]]>")
      } else if isNext("<?") {
        try skip(2, past: "?>")
      } else if isNext("<!") {
        try skipDocumentType()
      } else if isNext("</") {
        try skip(2, past: ">")
        namespaces -= open.popLast() ?? 0
      } else {
        hasElement = true
        try skipStartTag()
      }
    }
    guard hasElement else { throw error(.malformed, "the document has no element") }
    guard open.isEmpty else { throw truncated() }
  }

  private mutating func skipStartTag() throws(XMLError) {
    let start = position
    var attributes = 0
    var declared = 0
    var quote: UInt8?
    position += 1
    while position < text.count {
      let byte = text[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "=") {
        attributes += 1
      } else if byte == UInt8(ascii: "x"), isNext("xmlns") {
        declared += 1
      } else if byte == UInt8(ascii: ">") {
        break
      }
      position += 1
    }
    guard attributes <= Self.maximumAttributeCount, namespaces + declared <= Self.maximumAttributeCount else {
      position = start
      throw error(
        .tooManyAttributes, "more than \(Self.maximumAttributeCount) attributes, or namespaces in scope")
    }
    guard position < text.count else { throw truncated() }
    let isEmpty = text[position - 1] == UInt8(ascii: "/")
    guard open.count < Self.maximumDepth else {
      position = start
      throw error(.tooDeep, "more than \(Self.maximumDepth) levels of nesting")
    }
    if isEmpty { return }
    open.append(declared)
    namespaces += declared
  }

  private mutating func skipDocumentType() throws(XMLError) {
    var quote: UInt8?
    while position < text.count {
      let byte = text[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        throw error(.entityDeclaration, "the document type has an internal subset")
      } else if byte == UInt8(ascii: ">") {
        return
      }
      position += 1
    }
    throw truncated()
  }

  private func isNext(_ markup: String) -> Bool {
    text[position...].starts(with: markup.utf8)
  }

  /// Skips everything up to and including `end`, which begins at least `distance` bytes after the position.
  private mutating func skip(_ distance: Int, past end: String) throws(XMLError) {
    position += distance
    while !isNext(end) {
      position += 1
      guard position < text.count else { throw truncated() }
    }
    position += end.utf8.count
  }

  private mutating func truncated() -> XMLError {
    position = text.count
    return error(.malformed, "the document ends too early")
  }

  private func error(_ code: ErrorCode, _ explanation: String) -> XMLError {
    XMLError(code, line: 1 + text[..<position].count { $0 == UInt8(ascii: "\n") }, explanation)
  }
}

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
