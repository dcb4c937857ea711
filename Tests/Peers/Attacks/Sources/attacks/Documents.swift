import BigInt
import Foundation
import RawStructuredFieldValues
import SluiceFuzz
import SluiceJSON
import SwiftCSV
import SwiftProtobuf
import TOMLKit
import XMLCoder
import Yams

private func nodes(_ bytes: [UInt8]) throws -> [Node] {
  let parser = try Yams.Parser(yaml: text(bytes))
  var nodes: [Node] = []
  while let node = try parser.nextRoot() { nodes.append(node) }
  return nodes
}

/// Yams reads YAML 1.1, and the corpus follows YAML 1.2.2. Printing loses tags, but what was printed must be printed
/// the same again.
let yams = ParserCheck(.yaml) { try nodes(input($0)) }
  .satisfying { _, value in
    for node in value ?? [] { _ = node.any }
    // An empty node is printed as nothing, and so it is lost among others.
    guard let value, value.count == 1 else { return }
    let printed = try Yams.serialize(nodes: value)
    let again = try Yams.serialize(nodes: nodes(Array(printed.utf8)))
    guard again != printed, printed.contains(where: { !$0.isWhitespace }) else { return }
    throw BrokenProperty(
      "printed as \(String(reflecting: printed)), and then as \(String(reflecting: again))")
  }
  .ignoringVerdicts()

/// Strings over several lines are printed with options that do not keep them.
let tomlKit = ParserCheck(.toml) { try TOMLTable(string: text(input($0))) }
  .writing { Array($0.convert(options: []).utf8) }

/// A tree whose names are those of the corpus.
struct Tree: Codable, Equatable {
  var a: [Tree]?
  var b: String?
  var c: String?
  var e: [Tree]?
  var text: String?

  enum CodingKeys: String, CodingKey {
    case a, b, c, e
    case text = ""
  }
}

private func tree(_ bytes: [UInt8]) throws -> Tree {
  try XMLDecoder().decode(Tree.self, from: Data(bytes))
}

/// A tree has no order of elements and text, so what is printed must be read, but may be another one.
let xmlCoder = ParserCheck(.xml) { try tree(input($0)) }
  .satisfying { _, value in
    if let value { _ = try tree([UInt8](XMLEncoder().encode(value, withRootKey: "a"))) }
  }

private func csv(_ bytes: [UInt8]) throws -> EnumeratedCSV {
  _ = try NamedCSV(string: text(bytes), delimiter: .comma)
  return try EnumeratedCSV(string: text(bytes), delimiter: .comma)
}

/// Rows are filled up, and line breaks are printed without quotes, so what is printed may be other rows. It must be
/// read.
let swiftCSV = ParserCheck(.csv) { (bytes: [UInt8]) in try csv(input(bytes)) }
  .satisfying { _, value in if let value { _ = try csv(Array(value.serialized.utf8)) } }
  .matchingResults { try JSON.Value(encoding: [$0.header] + $0.rows) }

/// A field, which has its type in the first line of a document.
enum Field {
  case item(Item)
  case list([ItemOrInnerList])
  case dictionary(OrderedMap<String, ItemOrInnerList>)

  init(parsing document: [UInt8]) throws {
    let parts = document.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw Refused() }
    var parser = StructuredFieldValueParser(parts[1])
    switch String(decoding: parts[0], as: UTF8.self) {
    case "item": self = .item(try parser.parseItemFieldValue())
    case "list": self = .list(try parser.parseListFieldValue())
    case "dictionary": self = .dictionary(try parser.parseDictionaryFieldValue())
    default: throw Refused()
    }
  }

  var document: [UInt8] {
    get throws {
      var serializer = StructuredFieldValueSerializer()
      return switch self {
      case .item(let item): try Array("item\n".utf8) + serializer.writeItemFieldValue(item)
      case .list(let list): try Array("list\n".utf8) + serializer.writeListFieldValue(list)
      case .dictionary(let map): try Array("dictionary\n".utf8) + serializer.writeDictionaryFieldValue(map)
      }
    }
  }
}

/// Decimal numbers are equal only with as many digits, so that what was printed is compared.
let structuredHeaders = ParserCheck(.structuredField) { try Field(parsing: input($0)).document }
  .writing { $0 }

/// A letter for the radix, and digits: nothing but digits is read, and printing gives what was read.
let bigInt = ParserCheck { bytes in
  let document = try text(input(bytes))
  let radix = document.hasPrefix("x") ? 16 : 10
  guard let value = BigInt(document.dropFirst(), radix: radix) else { throw Refused() }
  return (document.dropFirst(), String(value, radix: radix))
}
.satisfying { bytes, result in
  guard let (document, printed) = result else { return }
  guard let digits = document.wholeMatch(of: /[-+]?([0-9a-fA-F]+)/)?.1 else {
    throw BrokenProperty("not a number, but read as \(printed)")
  }
  let significant = digits.drop { $0 == "0" }.lowercased()
  let expected = significant.isEmpty ? "0" : (document.hasPrefix("-") ? "-" : "") + significant
  guard printed == expected else { throw BrokenProperty("read as \(printed), not as \(expected)") }
}

let protobuf = ParserCheck(.protobuf) { try Google_Protobuf_Empty(serializedBytes: input($0)) }
  .writing { try $0.serializedBytes() }
  .satisfying { bytes, _ in
    // A message with nested, repeated and optional fields of most types. What it prints must be read again.
    guard let file = try? Google_Protobuf_FileDescriptorProto(serializedBytes: bytes) else { return }
    var options = TextFormatEncodingOptions()
    options.printUnknownFields = false
    let text = file.textFormatString(options: options)
    let again = try Google_Protobuf_FileDescriptorProto(textFormatString: text)
    guard again.textFormatString(options: options) == text else { throw BrokenProperty("another text") }
    let json = try file.jsonString()
    guard try Google_Protobuf_FileDescriptorProto(jsonString: json).jsonString() == json else {
      throw BrokenProperty("another JSON")
    }
  }
