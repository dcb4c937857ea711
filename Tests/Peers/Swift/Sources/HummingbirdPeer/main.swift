// An adapter between `sluice corpus run` and the parsers of Hummingbird.

import Foundation
import Hummingbird
import HummingbirdCore
import Lines

/// The pairs of a form, without nested names, in no particular order.
func form(_ text: String) throws -> Any? {
  let form = try URLEncodedFormDecoder().decode([String: String].self, from: text)
  return form.map { pair -> [String] in [pair.key, pair.value] }
}

func query(_ text: String) -> Any? {
  let uri = URI("/?" + text)
  return uri.queryParameters.map { pair -> [String] in [String(pair.key), String(pair.value)] }
}

func mediaType(_ text: String) throws -> Any? {
  guard let type = MediaType(from: text) else { throw Refused("nil") }
  return [
    "type": "\(type.type)", "subtype": type.subType,
    "parameters": type.parameter.map { [[$0.name, $0.value]] } ?? [[String]](),
  ]
}

func url(_ text: String) -> Any? {
  let uri = URI(text)
  var parts: [String: Any] = ["path": uri.path]
  parts["scheme"] = uri.scheme?.rawValue
  // Hummingbird returns `nil` for the empty host of a file.
  parts["host"] = uri.host ?? (uri.scheme?.rawValue == "file" ? "" : nil)
  parts["port"] = uri.port
  parts["query"] = uri.query
  return parts
}

let version = ProcessInfo.processInfo.environment["PEER_VERSION"] ?? "unknown"
let peers: [(parser: String, format: String)] = [
  ("URLEncodedFormDecoder", "query"), ("URI.queryParameters", "query"), ("MediaType", "media-type"),
  ("URI", "url"),
]
try serve(version: version, peers: peers) { data, parser, _ in
  let text = String(decoding: data, as: UTF8.self)
  return switch parser {
  case "URLEncodedFormDecoder": try form(text)
  case "URI.queryParameters": query(text)
  case "MediaType": try mediaType(text)
  default: url(text)
  }
}
