// The snippets of "JSON", formatted as there.
// swift-format-ignore-file

import SluiceJSON

/// Runs the code of the article, and returns what its comments claim.
func runCodingJSON() throws -> (
  text: String, line: [UInt8], error: String?, document: String, settings: String, names: [String]
) {
  let (document, settings) = try values()
  return (try types(), try reusing(), errors(), document, settings, try pieces())
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
  // `Tests/Macros` compiles this file, too, without the types that other snippets share.
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

private func pieces() throws -> [String] {
  // Article
  var parser = JSON.ElementParser()
  var names: [String] = []
  for chunk in [Array(#"[{"name":"A"#.utf8), Array(#"nn"},{"name":"Bob"}]"#.utf8)] {
    var position = 0
    while let element = try parser.next(in: chunk.span, from: &position) {
      names.append(element["name"]?.string ?? "")
    }
  }
  try parser.finish()
  print(names)                                              // ["Ann", "Bob"]
  // end
  return names
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

// The package Tests/Macros compiles this part.
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
