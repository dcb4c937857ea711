// The snippets of "XML and more text encodings", formatted as in the README.
// swift-format-ignore-file

import FoundationXML
import Sluice
import SluiceFoundation

private func foundation(session: Session) async throws {
  // README
  let titles = try await session.get(
    "feed", decoding: .xml { try $0.nodes(forXPath: "//title").compactMap(\.stringValue) })
  let page = try await session.get("old", decoding: .text(encodings: .foundation))       // Shift_JIS, KOI8-R, …
  // end
  _ = (titles, page)
}
