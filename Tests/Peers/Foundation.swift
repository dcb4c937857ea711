// An adapter between `sluice corpus run` and the parsers of Foundation: foundation PARSER FORMAT.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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

func read(_ data: Data, _ parser: String, _ format: String) throws -> Any? {
  switch parser {
  case "JSONSerialization": return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
  case "JSONDecoder": return try JSONDecoder().decode(Value.self, from: data).plain
  case "URLComponents": return try url(String(decoding: data, as: UTF8.self))
  case "HTTPCookie": return try cookie(String(decoding: data, as: UTF8.self))
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

func url(_ text: String) throws -> Any {
  guard let url = URLComponents(string: text) else { throw Refused("nil") }
  var parts: [String: Any] = ["path": url.percentEncodedPath]
  parts["scheme"] = url.scheme
  parts["userInfo"] = url.percentEncodedUser.map { user in
    url.percentEncodedPassword.map { "\(user):\($0)" } ?? user
  }
  parts["host"] = url.encodedHost
  parts["port"] = url.port
  parts["query"] = url.percentEncodedQuery
  parts["fragment"] = url.percentEncodedFragment
  return parts
}

func cookie(_ text: String) throws -> Any? {
  guard let url = URL(string: "http://example.com/") else { return nil }
  let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": text], for: url)
  guard let cookie = cookies.first else { throw Refused("no cookie") }
  if text.contains(";") { return nil }
  // An input is one field, so a second cookie is another result.
  return cookies.count == 1
    ? ["name": cookie.name, "value": cookie.value, "attributes": [String: String]()]
    : cookies.map(\.description)
}

@main
enum Main {
  static func main() throws {
    let version = ProcessInfo.processInfo.environment["PEER_VERSION"] ?? "unknown"
    let peers = [
      ("JSONSerialization", "json"), ("JSONDecoder", "json"),
      ("PropertyListSerialization", "property-list-xml"),
      ("PropertyListSerialization", "property-list-binary"), ("URLComponents", "url"),
      ("HTTPCookie", "set-cookie"),
    ]
    try serve(version: version, peers: peers, read: read)
  }
}
