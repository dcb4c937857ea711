// The types that several snippets take for granted.

import SluiceBody
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
