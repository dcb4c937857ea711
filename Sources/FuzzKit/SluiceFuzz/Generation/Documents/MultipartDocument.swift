/// A valid multipart form whose parts an input chooses, with its content type.
public struct MultipartDocument: Sendable, Hashable {
  /// The value of `Content-Type`, with the boundary.
  public let contentType: String
  /// The body.
  public let body: [UInt8]

  private static let boundaries = [
    "b", "----formdata-0123456789", "a'()+_,-./:=?b", String(repeating: "x", count: 70),
  ]

  /// Makes a form.
  ///
  /// - Parameter input: The bytes that choose the parts. At their end, the form ends as soon as it can.
  public init(from input: inout FuzzInput) {
    let boundary = input.choice(of: Self.boundaries)
    let delimiter = Array("\r\n--\(boundary)".utf8)
    var body: [UInt8] = []
    for _ in 0..<input.integer(in: 0...5) {
      body += "--\(boundary)\r\n".utf8
      body += Self.head(from: &input)
      body += Self.content(from: &input, without: delimiter) + [0x0D, 0x0A]
    }
    body += "--\(boundary)--\r\n".utf8
    contentType = "multipart/form-data; boundary=\"\(boundary)\""
    self.body = body
  }

  private static func head(from input: inout FuzzInput) -> [UInt8] {
    let kind = input.byte()
    var head = "Content-Disposition: form-data; name=\"".utf8 + quotable(&input)
    if kind & 1 != 0 { head += "\"; filename=\"".utf8 + quotable(&input) }
    head += "\"\r\n".utf8
    if kind & 2 != 0 {
      head += "Content-Type: \(input.choice(of: ["text/plain", "application/octet-stream"]))\r\n".utf8
    }
    if kind & 4 != 0 { head += "X-A: ".utf8 + quotable(&input) + [0x0D, 0x0A] }
    return head + [0x0D, 0x0A]
  }

  /// Returns UTF-8 in which the bytes that end a quoted name are escaped, as browsers do.
  private static func quotable(_ input: inout FuzzInput) -> [UInt8] {
    String(decoding: input.string(), as: UTF8.self).utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x0D: Array("%0D".utf8)
      case 0x0A: Array("%0A".utf8)
      case 0x22: Array("%22".utf8)
      case 0..<0x20, 0x7F, UInt8(ascii: "\\"): [UInt8(ascii: "_")]
      default: [byte]
      }
    }
  }

  /// Returns bytes that may contain the start of the delimiter, but not all of it.
  private static func content(from input: inout FuzzInput, without delimiter: [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    for _ in 0..<input.integer(in: 0...3) {
      content += input.string().map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
      content += delimiter.prefix(Int(input.byte()) % delimiter.count)
      // What follows cannot complete it: this byte is not in a boundary.
      content.append(UInt8(ascii: "!"))
    }
    return content
  }
}
