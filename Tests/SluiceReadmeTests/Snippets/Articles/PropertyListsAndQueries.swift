// The snippets of "Property lists and queries", formatted as there.
// swift-format-ignore-file

import Sluice

/// Runs the code of the article, and returns what its comments claim.
func runQueries() throws -> (query: String, tags: [String], pairs: String, received: Query.Pairs) {
  // Article
  struct Search: Codable {
    var text: String
    var tags: [String]
  }

  var encoder = Query.Encoder()
  encoder.arrays = .repeated
  let query = try encoder.string(for: Search(text: "to & fro", tags: ["a", "b"]))
  print(query)                                              // text=to%20%26%20fro&tags=a&tags=b
  let search = try Query.Decoder().decode(Search.self, from: query)
  // end
  return (query, search.tags, try pairs(), try Query.Decoder().pairs(from: "b=1&a=x+y&flag"))
}

private func serialize(configuration: Session.Configuration) async throws {
  var configuration = configuration
  // Article
  configuration.encoder.query.arrays = .repeated
  let session = Session(configuration)
  let hits: [Hit] = try await session.get("search", query: .init(Search(text: "to & fro", tags: [])))
  let page: [Hit] = try await session.get("search", query: ["text": "to & fro", "page": 2])
  let user: User = try await session.post("login", ["name": "ada"], encoding: .urlEncoded)
  // end
  _ = (hits, page, user)
}

private func pairs() throws -> String {
  // Article
  let pairs: Query.Pairs = ["b": "1", "a": "x y", "flag": nil]
  print(pairs.string())                                     // b=1&a=x%20y&flag
  let received = try Query.Decoder().pairs(from: "b=1&a=x+y&flag")
  // end
  _ = received
  return pairs.string()
}

private func propertyLists() throws {
  // Article
  struct Settings: Codable, Equatable {
    var name: String
    var sizes: [Int]
  }

  var encoder = PropertyList.Encoder()
  encoder.outputFormat = .xml                               // default: binary
  let bytes = try encoder.encode(Settings(name: "a", sizes: [1, 2]))
  let settings = try PropertyList.Decoder().decode(Settings.self, from: bytes)
  // end
  _ = settings
}

private func untyped(bytes: [UInt8]) throws {
  // Article
  let list = try PropertyList.Decoder().decode(PropertyList.Value.self, from: bytes)
  if case .string(let name)? = list["name"] { print(name) }
  // end
}
