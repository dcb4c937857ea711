// The types that several snippets take for granted.

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

func handle(_ value: some Any) {}

func add(_ value: some Any) {}
