// The snippets of "JSON and property lists", formatted as in the README.
// swift-format-ignore-file

import Sluice

private func json(bytes: [UInt8]) async throws {
  // README
  var decoder = JSON.Decoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  let users = try decoder.decode([User].self, from: bytes)
  let city = try JSON.Value(parsing: bytes)["address"]?["city"]?.string
  // end
  _ = (users, city)
}
