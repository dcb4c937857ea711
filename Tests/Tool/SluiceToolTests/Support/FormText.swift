import FoundationEssentials
import Testing

/// Returns a form-data body with the boundary `B`.
func formText(_ parts: String...) -> String { formText(parts) }

/// Returns a form-data body with the boundary `B`.
func formText(_ parts: [String]) -> String {
  parts.map { "--B\r\n\($0)\r\n" }.joined() + "--B--\r\n"
}

/// Returns a part with these header lines.
func partText(_ head: String..., body: String) -> String {
  head.map { "\($0)\r\n" }.joined() + "\r\n" + body
}

/// Returns the part of a field.
func fieldText(_ name: String, _ value: String) -> String {
  partText("Content-Disposition: form-data; name=\"\(name)\"", body: value)
}

/// Returns the part of a file.
func fileText(_ name: String, fileName: String, type: String = "application/octet-stream", _ content: String)
  -> String
{
  partText(
    "Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(fileName)\"", "Content-Type: \(type)",
    body: content)
}

extension String {
  /// The parts of a form-data body with the boundary `B`.
  var formParts: [String] {
    guard hasPrefix("--B\r\n"), hasSuffix("\r\n--B--\r\n") else { return [] }
    return dropFirst("--B\r\n".count).dropLast("\r\n--B--\r\n".count)
      .split(separator: "\r\n--B\r\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Expects a form whose last part has a content, and that has one boundary from its start to its end.
func expectForm(
  _ body: [UInt8]?, endingWith content: [UInt8], at location: SourceLocation = #_sourceLocation
) throws {
  let body = try #require(body, sourceLocation: location)
  let boundary = Array(body.prefix { $0 != UInt8(ascii: "\r") })
  #expect(boundary.count > 10, sourceLocation: location)
  let end = body.count - boundary.count - 6
  let start = end - content.count
  try #require(start > 0, sourceLocation: location)
  #expect(Array(body[(end + 2)...]) == boundary + Array("--\r\n".utf8), sourceLocation: location)
  // Data is compared quickly even without optimization.
  let isSame = Data(body[start..<end]) == Data(content)
  #expect(isSame, sourceLocation: location)
}
