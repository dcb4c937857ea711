// The snippets of "Queries", formatted as in the README.
// swift-format-ignore-file

import Sluice

private func queries() async throws {
  // README
  var encoder = Query.Encoder()
  encoder.arrays = .repeated
  let query = try encoder.string(for: Search(text: "to & fro", tags: ["a", "b"]))  // text=to%20%26%20fro&tags=a&tags=b
  let search = try Query.Decoder().decode(Search.self, from: query)
  // end
  _ = search
}
