import SluiceLoopback

/// A file behind a server that knows ranges (RFC 9110 §14), or that has them wrong as a test says.
struct ServedFile: Sendable {
  typealias Fields = [(name: String, value: String)]

  var content: [UInt8]
  var fields: Fields = [("ETag", "\"1\"")]
  /// After how many bytes of a body the connection ends; nil for none that is cut.
  var cut: Int?

  static let strongDates: Fields = [
    ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Date", "Sun, 06 Nov 1994 08:49:38 GMT"),
  ]

  func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    guard let first = rangeStart(in: request) else { return try send(200, content, to: connection) }
    guard first < content.count else {
      return try send(416, [], [("Content-Range", "bytes */\(content.count)")], to: connection)
    }
    let range = "bytes \(first)-\(content.count - 1)/\(content.count)"
    try send(206, Array(content[first...]), [("Content-Range", range)], to: connection)
  }

  /// Nil where the request is for all of it, or for another version.
  private func rangeStart(in request: LoopbackRequest) -> Int? {
    guard let range = request["Range"], let first = Int(range.dropFirst("bytes=".count).dropLast()) else {
      return nil
    }
    guard let version = request["If-Range"] else { return first }
    let isCurrent = fields.contains { ["ETag", "Last-Modified"].contains($0.name) && $0.value == version }
    return isCurrent ? first : nil
  }

  /// Sends a head that announces a body, and as much of the body as the cut lets through.
  func send(
    _ status: Int, _ body: [UInt8], _ more: Fields = [], to connection: LoopbackConnection
  ) throws {
    let lines = (fields + more + [("Content-Length", "\(body.count)")]).map { "\($0.name): \($0.value)\r\n" }
    try connection.write("HTTP/1.1 \(status) \r\n\(lines.joined())\r\n")
    try connection.write(Array(body.prefix(cut ?? .max)))
    if cut != nil { connection.finishWriting() }
  }
}
