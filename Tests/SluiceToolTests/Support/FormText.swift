/// A form-data body with the boundary `B`, written out.
func formText(_ parts: String...) -> String { formText(parts) }

func formText(_ parts: [String]) -> String {
  parts.map { "--B\r\n\($0)\r\n" }.joined() + "--B--\r\n"
}

/// A part with the lines of its head.
func partText(_ head: String..., body: String) -> String {
  head.map { "\($0)\r\n" }.joined() + "\r\n" + body
}

/// A field's part.
func fieldText(_ name: String, _ value: String) -> String {
  partText("Content-Disposition: form-data; name=\"\(name)\"", body: value)
}

/// A file's part.
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
