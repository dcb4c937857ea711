// The types that several snippets take for granted.

import SluiceBody
import SluiceCoding
import SluiceJSON

struct User: Codable, Equatable { var name: String }

struct Search: Codable {
  var text: String
  var tags: [String] = []
}

struct Hit: Decodable {}

struct Event: Decodable {}

struct Page: Decodable { var next: String? }

struct Order: Encodable {}

struct Receipt: Decodable {}

struct APIError: Error, Decodable { var message: String }

enum MyParser {
  static func parse(_ bytes: [UInt8]) throws -> JSON.Value { try JSON.Value(parsing: bytes) }
}

typealias MyOldQuery = MyQuery

enum MyQuery {
  struct Field: Equatable {
    var name: String
    var value: String
  }

  static func fields(in bytes: [UInt8], maximumCount: Int = .max) throws -> [Field] {
    var decoder = Query.Decoder()
    decoder.maximumPairCount = maximumCount
    return try decoder.pairs(from: bytes).map { Field(name: $0.name, value: $0.value ?? "") }
  }

  static func fields(in blocks: [[UInt8]]) throws -> [Field] { try fields(in: Array(blocks.joined())) }

  static func bytes(of fields: [Field]) -> [UInt8] {
    func escaped(_ text: String) -> String {
      text.utf8.map { "%" + String(Int($0) | 0x100, radix: 16).suffix(2) }.joined()
    }
    return Array(fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&").utf8)
  }
}

/// Returns the lengths of lines.
struct MyStreamParser: StreamParser {
  private var count = 0

  mutating func next(in bytes: Span<UInt8>, from position: inout Int) -> Int? {
    while position < bytes.count {
      position += 1
      if bytes[position - 1] == UInt8(ascii: "\n") { return end() }
      count += 1
    }
    return nil
  }

  mutating func finish() -> Int? { count == 0 ? nil : end() }

  private mutating func end() -> Int {
    defer { count = 0 }
    return count
  }
}

func handle(_ value: some Any) {}

func add(_ value: some Any) {}
