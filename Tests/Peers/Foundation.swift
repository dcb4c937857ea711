// An adapter between `sluice corpus run --lines` and the parsers of Foundation: foundation PARSER FORMAT.

import Foundation

/// A JSON value that is read through `Decodable`.
enum Value: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([Value])
  case object([String: Value])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([Value].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Value].self))
    }
  }

  var plain: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let value): value
    case .text(let value): value
    case .array(let value): value.map(\.plain)
    case .object(let value): value.mapValues(\.plain)
    }
  }
}

func propertyList(_ value: Any) -> Any {
  switch value {
  case let value as [String: Any]: value.mapValues(propertyList)
  case let value as [Any]: value.map(propertyList)
  case let value as Data: value.base64EncodedString()
  case let value as Date: value.formatted(.iso8601)
  default: value
  }
}

func read(_ data: Data, with parser: String, as format: String) throws -> Any {
  switch parser {
  case "JSONSerialization": return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
  case "JSONDecoder": return try JSONDecoder().decode(Value.self, from: data).plain
  default:
    var found = PropertyListSerialization.PropertyListFormat.openStep
    let value = try PropertyListSerialization.propertyList(from: data, format: &found)
    // Otherwise, it would also read the older form of texts, of which nearly everything is one.
    guard found == (format == "property-list-xml" ? .xml : .binary) else {
      throw CocoaError(.propertyListReadCorrupt)
    }
    return propertyList(value)
  }
}

func line(_ reply: [String: Any]) -> Data {
  guard JSONSerialization.isValidJSONObject(reply),
    let data = try? JSONSerialization.data(withJSONObject: reply)
  else {
    return Data(#"{"accepted":true}"#.utf8)
  }
  return data
}

@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.last == "--versions" {
      let parsers = ["JSONSerialization", "JSONDecoder", "PropertyListSerialization"]
      let version = ProcessInfo.processInfo.environment["SWIFT_VERSION"] ?? "unknown"
      let peers = [
        [parsers[0], "json"], [parsers[1], "json"], [parsers[2], "property-list-xml"],
        [parsers[2], "property-list-binary"],
      ]
      let versions = Dictionary(uniqueKeysWithValues: parsers.map { ($0, "Swift \(version)") })
      print(String(decoding: line(["versions": versions, "peers": peers]), as: UTF8.self))
      return
    }
    while let request = readLine() {
      let fields = try JSONSerialization.jsonObject(with: Data(request.utf8)) as? [String: Any]
      let data = try Data(contentsOf: URL(fileURLWithPath: fields?["file"] as? String ?? ""))
      var reply: [String: Any]
      do {
        reply = ["accepted": true, "result": try read(data, with: arguments[1], as: arguments[2])]
      } catch {
        reply = ["accepted": false, "error": String("\(error)".prefix(200))]
      }
      FileHandle.standardOutput.write(line(reply) + Data("\n".utf8))
    }
  }
}
