import SluiceLoopback

/// A file on a server that supports ranges (RFC 9110 §14) and can cut its responses short.
struct ServedFile: Sendable {
  typealias Fields = [(name: String, value: String)]

  var content: [UInt8]
  var fields: Fields = [("ETag", "\"1\"")]
  /// The number of bytes of a body before the connection ends, or `nil` to send every body whole.
  var cut: Int?

  static let strongDates: Fields = [
    ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Date", "Sun, 06 Nov 1994 08:49:38 GMT"),
  ]

  func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    guard let bounds = bounds(in: request) else { return try send(200, content, to: connection) }
    guard bounds.lowerBound < content.count else {
      return try send(416, [], [("Content-Range", "bytes */\(content.count)")], to: connection)
    }
    let range = bounds.clamped(to: 0..<content.count)
    let text = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.count)"
    try send(206, Array(content[range]), [("Content-Range", text)], to: connection)
  }

  /// Returns the requested range, or `nil` if the request is for the whole file or another version.
  private func bounds(in request: LoopbackRequest) -> Range<Int>? {
    guard let range = request["Range"] else { return nil }
    let bounds = range.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
    guard let first = bounds.first else { return nil }
    let requested = first..<(bounds.count > 1 ? bounds[1] + 1 : .max)
    guard let version = request["If-Range"] else { return requested }
    let isCurrent = fields.contains { ["ETag", "Last-Modified"].contains($0.name) && $0.value == version }
    return isCurrent ? requested : nil
  }

  /// Sends a head that declares the whole body, and the body up to the cut.
  func send(
    _ status: Int, _ body: [UInt8], _ more: Fields = [], to connection: LoopbackConnection
  ) throws {
    let lines = (fields + more + [("Content-Length", "\(body.count)")]).map { "\($0.name): \($0.value)\r\n" }
    try connection.write("HTTP/1.1 \(status) \r\n\(lines.joined())\r\n")
    try connection.write(Array(body.prefix(cut ?? .max)))
    if cut != nil { connection.finishWriting() }
  }
}
