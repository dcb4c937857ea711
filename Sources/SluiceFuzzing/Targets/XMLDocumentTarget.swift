import Foundation
import FoundationXML
import SluiceCoding
import SluiceFoundation

extension FuzzTarget {
  /// An XML document that is read strictly: what is let through loads nothing, declares no entity, is no deeper than the limit
  /// and no more than its bytes, and is let through again as it is written.
  ///
  /// Bytes: the character set that a media type may tell, then the document.
  static let xmlDocument = FuzzTarget("xml-document", maximumByteCount: 4096) { input in
    let charset = input.choice(of: [nil, "utf-8", "utf-16", "iso-8859-1", "shift_jis"] as [String?])
    let bytes = input.rest()
    let document: XMLDocument
    do {
      document = try XMLDocument(strict: bytes, charset: charset)
    } catch let error as XMLError {
      return try require(error.line >= 1 && error.line <= bytes.count + 1, "\(error): outside")
    } catch is TextError {
      return
    }
    guard let root = document.rootElement() else { throw BrokenProperty("no root element") }
    let text = root.stringValue ?? ""
    // windows-1252 has characters of three bytes.
    try require(text.utf8.count <= bytes.count * 3, "\(text.utf8.count) bytes of text in \(bytes.count)")
    // Not by its property `dtd`, which traps where there is none.
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
