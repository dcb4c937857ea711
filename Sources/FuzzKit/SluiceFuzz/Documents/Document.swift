/// An input of a format, with the content type that is sent with it.
struct Document {
  let bytes: [UInt8]
  let contentType: String

  /// Creates a document.
  ///
  /// - Parameter contentType: The content type, or `nil` for the one that the format and the bytes imply.
  init(_ bytes: [UInt8], of format: Corpus.Format?, contentType: String? = nil) {
    self.bytes = bytes
    self.contentType = contentType ?? format?.contentType(of: bytes) ?? "application/octet-stream"
  }
}

extension Corpus.Format {
  /// Returns the content type of a document.
  ///
  /// That of a multipart body has the boundary of the first line that begins with two hyphens, so that plain bytes are
  /// a complete input for a parser of multipart bodies. Without such a line, the boundary is `B`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public func contentType(of bytes: [UInt8]) -> String {
    switch self {
    case .json: "application/json"
    case .jsonLines: "application/jsonl"
    case .jsonSequence: "application/json-seq"
    case .multipart: "multipart/form-data; boundary=\"\(Self.firstBoundary(of: bytes) ?? "B")\""
    case .gzip: "application/gzip"
    case .zlib: "application/zlib"
    case .query: "application/x-www-form-urlencoded"
    case .csv: "text/csv"
    case .protobuf: "application/protobuf"
    case .toml: "application/toml"
    case .yaml: "application/yaml"
    case .propertyListXML, .xml: "application/xml"
    case .serverSentEvents: "text/event-stream"
    case .httpHead, .httpRequest: "message/http"
    case .propertyListBinary, .rawDeflate, .webSocket: "application/octet-stream"
    case .contentDisposition, .httpDate, .mediaType, .setCookie, .structuredField, .url: "text/plain"
    }
  }

  /// Returns what follows the hyphens of the first line that begins with two, if RFC 2046 §5.1.1 allows it as a
  /// boundary.
  private static func firstBoundary(of bytes: [UInt8]) -> String? {
    var lineStart = 0
    for index in bytes.indices where index >= lineStart {
      if bytes[index] == UInt8(ascii: "\n") {
        lineStart = index + 1
      } else if index == lineStart + 1, bytes[lineStart] == UInt8(ascii: "-"),
        bytes[index] == UInt8(ascii: "-")
      {
        let line = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
          .prefix(80)
        let boundary = line[
          ..<(line.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }.map { $0 + 1 }
            ?? line.startIndex)]
        guard 1...70 ~= boundary.count, boundary.allSatisfy(isBoundaryCharacter) else { return nil }
        return String(decoding: boundary, as: UTF8.self)
      }
    }
    return nil
  }

  private static func isBoundaryCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "'()+_,-./:=? ".utf8.contains(byte)
    }
  }
}

/// The ways in which an input is divided into blocks.
enum Divisions {
  private static let maximumPlaceCount = 16
  private static let maximumSingleByteCount = 4096
  /// The maximum number of times that a property parses an input: twice for each division.
  static let maximumCount = 2 * (maximumPlaceCount + 2)

  /// Returns divisions of `bytes`: in two at up to 16 places, with an empty block between them, and into single bytes
  /// if there are at most 4096.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func of(_ bytes: [UInt8]) -> [[[UInt8]]] {
    // The places are those of a fixed stride, with an offset that differs between inputs.
    let stride = max(1, (bytes.count + maximumPlaceCount - 1) / maximumPlaceCount)
    let offset = Int(bytes.prefix(64).reduce(0, &+)) % stride
    var divisions = Swift.stride(from: offset, through: bytes.count, by: stride).map { place in
      [Array(bytes[..<place]), [], Array(bytes[place...])]
    }
    if bytes.count <= maximumSingleByteCount { divisions.append(bytes.map { [$0] }) }
    return divisions
  }
}
