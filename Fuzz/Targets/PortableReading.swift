import FoundationEssentials
import HTTPTypes
import SluiceBody
import SluiceCoding
public import SluiceFuzz
import SluiceGzip
public import SluiceJSON
import SluiceMultipart
import SluiceSerialization
internal import SluiceSupport
internal import SluiceTransport

extension Corpus.Entry {
  /// Reads the document with the parser of this package.
  ///
  /// - Returns: The value in the form of ``result``, or `nil` if this package has no parser of the format.
  /// - Throws: The parser's error if it refuses the document.
  public func read() throws -> JSON.Value? {
    switch format {
    case .json: try JSON.Value(parsing: bytes)
    case .jsonLines: try PortableReading.stream(bytes, JSONLinesParser(of: JSON.Value.self))
    case .jsonSequence: try PortableReading.stream(bytes, JSONSequenceParser(of: JSON.Value.self))
    case .multipart: try PortableReading.multipart(bytes, contentType ?? "")
    case .gzip: try PortableReading.inflated(bytes, .gzip)
    case .zlib: try PortableReading.inflated(bytes, .deflate)
    case .rawDeflate: try PortableReading.inflated(bytes, .raw)
    case .propertyListXML, .propertyListBinary: try PortableReading.propertyList(bytes)
    case .query: try PortableReading.query(bytes)
    case .mediaType: try PortableReading.mediaType(bytes)
    case .contentDisposition: try PortableReading.contentDisposition(bytes)
    case .serverSentEvents: try PortableReading.events(bytes)
    case .httpHead: try PortableReading.head(bytes)
    case .httpDate: try PortableReading.date(bytes)
    case .csv, .httpRequest, .protobuf, .setCookie, .structuredField, .toml, .url, .webSocket, .xml, .yaml:
      nil
    }
  }
}

/// The values that the parsers of this package read, as JSON.
private enum PortableReading {
  struct Refused: Error {}

  static func stream<Parser: StreamParser>(_ bytes: [UInt8], _ parser: Parser) throws -> JSON.Value
  where Parser.Element == JSON.Value {
    JSON.Value(.array(try elements(bytes, parser)))
  }

  private static func elements<Parser: StreamParser>(_ bytes: [UInt8], _ parser: Parser) throws -> [Parser
    .Element]
  {
    var parser = parser
    var (position, elements) = (0, [Parser.Element]())
    while let element = try parser.next(in: bytes.span, from: &position) { elements.append(element) }
    while let element = try parser.finish() { elements.append(element) }
    return elements
  }

  static func multipart(_ bytes: [UInt8], _ contentType: String) throws -> JSON.Value {
    struct Part {
      let head: MultipartParser.PartHead
      var body: [UInt8] = []
    }
    var parser = try MultipartParser(contentType: contentType)
    var (position, parts) = (0, [Part]())
    func take(_ event: MultipartParser.Event) {
      switch event {
      case .partBegan(let head): parts.append(Part(head: head))
      case .bytes(let range): parts[parts.count - 1].body += bytes[range]
      case .withheldBytes(let slice): parts[parts.count - 1].body += slice
      case .partEnded, .finished: break
      }
    }
    while let event = try parser.next(in: bytes.span, from: &position) { take(event) }
    while let event = try parser.finish() { take(event) }
    return JSON.Value(
      .array(
        parts.map { part in
          var members: [JSON.Value.Member] = []
          if let name = part.head.name { members.append(.init("name", JSON.Value(name))) }
          if let fileName = part.head.fileName { members.append(.init("fileName", JSON.Value(fileName))) }
          let headers = part.head.headers.map { ["\($0.name)", JSON.Value($0.value)] as JSON.Value }
          members.append(.init("headers", JSON.Value(.array(headers))))
          if let text = String(validating: part.body, as: UTF8.self) {
            members.append(.init("text", JSON.Value(text)))
          } else {
            members.append(.init("base64", JSON.Value(Data(part.body).base64EncodedString())))
          }
          return JSON.Value(.object(members))
        }))
  }

  static func inflated(_ bytes: [UInt8], _ format: Inflater.Format) throws -> JSON.Value {
    let inflater = try Inflater(format)
    var output: [UInt8] = []
    try inflater.append(bytes.span, to: &output)
    try inflater.finish()
    var hash = SHA256()
    hash.update(output.span)
    return ["byteCount": JSON.Value(output.count), "sha256": JSON.Value(SHA256.hexadecimal(hash.digest))]
  }

  static func propertyList(_ bytes: [UInt8]) throws -> JSON.Value {
    json(try PropertyList.Decoder().decode(PropertyList.Value.self, from: bytes))
  }

  private static func json(_ value: PropertyList.Value) -> JSON.Value {
    switch value {
    case .string(let text): JSON.Value(text)
    case .integer(let integer): JSON.Value(integer)
    case .real(let real): JSON.Value(real) ?? JSON.Value("\(real)")
    case .bool(let bool): JSON.Value(bool)
    case .date(let date): JSON.Value(date.formatted(.iso8601))
    case .data(let data): JSON.Value(data.base64EncodedString())
    case .array(let elements): JSON.Value(.array(elements.map(json)))
    case .dictionary(let members): JSON.Value(.object(members.map { .init($0.key, json($0.value)) }))
    case .uid(let uid): ["CF$UID": JSON.Value(uid)]
    }
  }

  static func query(_ bytes: [UInt8]) throws -> JSON.Value {
    var decoder = Query.Decoder()
    decoder.escaping = .form
    let pairs = try decoder.pairs(from: bytes)
    // A name without an equals sign has no value for this package, and an empty one for WHATWG.
    return JSON.Value(.array(pairs.map { [JSON.Value($0.name), JSON.Value($0.value ?? "")] as JSON.Value }))
  }

  static func mediaType(_ bytes: [UInt8]) throws -> JSON.Value {
    guard let type = try? MediaType(parsing: String(decoding: bytes, as: UTF8.self)) else { throw Refused() }
    return [
      "type": JSON.Value(type.type), "subtype": JSON.Value(type.subtype),
      "parameters": parameters(type.parameters),
    ]
  }

  static func contentDisposition(_ bytes: [UInt8]) throws -> JSON.Value {
    let value = try ContentDisposition(parsing: String(decoding: bytes, as: UTF8.self))
    return ["type": JSON.Value(value.type), "parameters": parameters(value.parameters)]
  }

  private static func parameters(_ parameters: [HeaderParameter]) -> JSON.Value {
    JSON.Value(.array(parameters.map { [JSON.Value($0.name), JSON.Value($0.value)] as JSON.Value }))
  }

  static func events(_ bytes: [UInt8]) throws -> JSON.Value {
    JSON.Value(
      .array(
        try elements(bytes, ServerSentEventParser()).map {
          ["event": JSON.Value($0.type), "data": JSON.Value($0.data), "id": JSON.Value($0.id)]
        }))
  }

  static func head(_ bytes: [UInt8]) throws -> JSON.Value {
    var parser = ResponseHeadParser()
    var heads: [HTTPResponse] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      if let head = parser.parse((Array(line) + [0x0A]).span) { heads.append(head) }
    }
    guard let head = heads.last, !parser.isMalformed, !parser.isWithinHead else { throw Refused() }
    let fields = head.headerFields.map { [JSON.Value($0.name.rawName), JSON.Value($0.value)] as JSON.Value }
    return [
      "status": JSON.Value(head.status.code), "reason": JSON.Value(head.status.reasonPhrase),
      "fields": JSON.Value(.array(fields)),
    ]
  }

  static func date(_ bytes: [UInt8]) throws -> JSON.Value {
    guard let date = HTTPDate(String(decoding: bytes, as: UTF8.self)) else { throw Refused() }
    return JSON.Value(Int(date.date.timeIntervalSince1970))
  }
}
