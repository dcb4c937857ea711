// The snippets of "JSON", formatted as there.
// swift-format-ignore-file

import FoundationEssentials
import SluiceJSON

/// Runs the code of the article, and returns what its comments claim.
func runCodingJSON() throws -> (
  text: String, line: [UInt8], foreign: (count: Int, skippedCount: Int, first: Decimal?), error: String?,
  document: String, settings: String
) {
  let (document, settings) = try values()
  return (try types(), try reusing(), try foreign(), errors(), document, settings)
}

private func types() throws -> String {
  // Article
  struct User: Codable {
    var name: String
    var pageSize: Int
  }

  var decoder = JSON.Decoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  let user = try decoder.decode(User.self, from: #"{"name":"Ann","page_size":20}"#)

  var encoder = JSON.Encoder()
  encoder.keyEncodingStrategy = .convertToSnakeCase
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  let text = try encoder.string(for: user)
  print(text)                                               // {"name":"Ann","page_size":20}
  // end
  return text
}

private func reusing() throws -> [UInt8] {
  struct User: Codable {
    var name: String
    var pageSize: Int
  }

  // Article
  var line: [UInt8] = []
  for user in [User(name: "Ann", pageSize: 20), User(name: "Bob", pageSize: 50)] {
    line.removeAll(keepingCapacity: true)
    try JSON.Encoder().encode(user, into: &line)
    print(String(decoding: line, as: UTF8.self))            // {"name":"Ann","pageSize":20}, and the other one
  }
  // end
  return line
}

private func foreign() throws -> (count: Int, skippedCount: Int, first: Decimal?) {
  // Article
  var decoder = JSON.Decoder()
  decoder.dateDecodingStrategy = .anyOf([.iso8601, .dateOnly, .httpDate, .secondsSince1970])
  decoder.decimalDecodingStrategy = .rounded

  struct Page: Decodable {
    @Lossy var prices: [Price]
  }

  struct Price: Decodable {
    var amount: Decimal
    var since: Date
  }

  let prices = #"""
    {"prices": [
      {"amount": 0.33333333333333333333333333333333333333333333, "since": "2001-09-09T01:46:40.5Z"},
      {"amount": 7, "since": "Sun, 09 Sep 2001 01:46:40 GMT"},
      {"amount": "free", "since": "2001-09-09"}
    ]}
    """#
  let page = try decoder.decode(Page.self, from: prices)
  print(page.prices.count, page.$prices.skippedCount, page.$prices.errors)   // 2 1 and the error of the third one
  // end
  return (page.prices.count, page.$prices.skippedCount, page.prices.first?.amount)
}

private func errors() -> String? {
  // Article
  do {
    _ = try JSON.Value(parsing: "[1,\n 2,]")
  } catch {
    print(error)            // unexpected-character: unexpected character at line 2, column 4 (byte 7)
  }
  // end
  return JSON.SyntaxError.description(of: "[1,\n 2,]")
}

extension JSON.SyntaxError {
  fileprivate static func description(of text: String) -> String? {
    do {
      _ = try JSON.Value(parsing: text)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

private func values() throws -> (String, String) {
  // `Tests/Traits` compiles this file, too, without the types that other snippets share.
  struct User: Codable { var name: String }
  let (user, decoder) = (User(name: "Ann"), JSON.Decoder())
  // Article
  let document = try JSON.Value(parsing: #"{"user":{"name":"Ann"},"price":0.10}"#)
  print(document["user"]?["name"]?.string ?? "")            // Ann
  print(document["price"]?.number?.text ?? "")              // 0.10

  var settings: JSON.Value = ["name": "Ann", "tags": ["a", "b"]]
  settings["age"] = 42
  print(settings)                                           // {"name":"Ann","tags":["a","b"],"age":42}

  let city = "Oslo"
  settings["tags"]?[0] = "first"                            // also through optional chains
  settings["address"] = ["city": JSON.Value(city)]          // values of the program
  settings["user"] = try JSON.Value(encoding: user)         // any `Encodable` type
  let same = try decoder.decode(User.self, from: settings["user"] ?? .null)
  // end
  guard same.name == user.name else { return ("", "") }
  return (document["price"]?.number?.text ?? "", "\(settings)")
}

private struct Place: Codable {
  var id: Int64
  var name: String
  var url: String?
}

// Article
extension Place: JSONReadable, JSONWritable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(id: cursor.read("id"), name: cursor.read("name"), url: cursor.readIfPresent("url"))
  }

  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("id", id)
    try writer.write("name", name)
    try writer.writeIfPresent("url", url)
    writer.endObject()
  }
}
// end

// The package Tests/Traits compiles this part.
#if Macros
  // Article
  @JSONCodable struct Follower {
    var id: Int64
    @JSONKey("screen_name") var screenName: String
    @JSONDefault(0) var followers: Int
    var url: String?
  }
  // end
#endif
