import Foundation
import FoundationXML
import SluiceCoding
import SluiceFoundation
import SluiceFuzz

extension FuzzTarget {
  /// An XML document that is read strictly: an accepted document declares no entities or notations, is not deeper than
  /// the limit, and has no more text than its bytes allow.
  ///
  /// Byte 0 is the character set of a media type. The document follows.
  static let xmlDocument = FuzzTarget("xml-document", optionByteCount: 1, maximumByteCount: 4096) { input in
    let charset = input.choice(of: [nil, "utf-8", "utf-16", "iso-8859-1", "shift_jis"] as [String?])
    let bytes = input.rest()
    let document: XMLDocument
    do {
      document = try XMLDocument(parsing: bytes, charset: charset)
    } catch let error as XMLError {
      return try require(error.line >= 1 && error.line <= bytes.count + 1, "\(error): out of bounds")
    } catch is TextError {
      return
    }
    guard let root = document.rootElement() else { throw BrokenProperty("no root element") }
    let text = root.stringValue ?? ""
    // Characters of windows-1252 can have three bytes in UTF-8.
    try require(text.utf8.count <= bytes.count * 3, "\(text.utf8.count) bytes of text in \(bytes.count)")
    // The property `dtd` is not used, since it traps if there is no document type.
    for node in document.children ?? [] where node.kind == .DTDKind {
      try require(node.childCount == 0, "a document type with declarations")
    }
    var open: [(node: XMLNode, depth: Int)] = [(root, 1)]
    while let (node, depth) = open.popLast() {
      try require(node.kind != .element || depth <= 200, "\(depth) levels")
      try require(node.kind != .entityDeclaration && node.kind != .notationDeclaration, "a declaration")
      if node.kind != .element { _ = node.stringValue }
      for child in node.children ?? [] { open.append((child, depth + 1)) }
    }
  }
}
