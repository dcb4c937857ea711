internal import FoundationEssentials
internal import SluiceBody
internal import SluiceCoding
internal import SluiceGzip
internal import SluiceMultipart

/// A body as it is kept: bytes, paths, and how they are put together.
enum KeptBody: Codable {
  case bytes(data: Data)
  /// Without `start` and `end`, all of the file.
  case file(path: String, start: Int64?, end: Int64?)
  case joined(bodies: [KeptBody])
  indirect case gzip(body: KeptBody, level: Int)
  case form(subtype: String, boundary: String, parts: [KeptPart])

  /// One part of a form.
  struct KeptPart: Codable {
    var name: String?
    var fileName: String?
    var contentType: String?
    var headers: [[String]]
    var body: KeptBody
  }

  /// - Throws: what is wrong with the body; ``BodyError/Code/notReplayable`` where it can be read only once, and
  ///   a ``Refusal`` where it is of a type that cannot be kept.
  init(_ body: any BodySource) throws {
    guard body.isReplayable else { throw BodyError(.notReplayable) }
    _ = try body.byteCount
    switch body {
    case let body as BytesSource: self = .bytes(data: Data(body.bytes))
    case let body as FileSource:
      self = .file(path: body.path, start: body.range?.lowerBound, end: body.range?.upperBound)
    case let body as JoinedSource: self = .joined(bodies: try body.sources.map(KeptBody.init))
    case let body as GzipSource where body.format == .gzip:
      self = .gzip(body: try KeptBody(body.body), level: body.level)
    case let form as MultipartForm:
      self = .form(
        subtype: form.subtype.description, boundary: form.boundary.description,
        parts: try form.parts.map(KeptPart.init))
    default: throw Refusal(description: "A body of the type \(type(of: body)) cannot be kept.")
    }
  }

  /// The body that was kept. A file's size is taken anew.
  var source: any BodySource {
    get throws {
      switch self {
      case .bytes(let data): return .bytes(data)
      case .file(let path, nil, nil): return .file(at: path)
      case .file(let path, let start, let end):
        guard let start, let end, start <= end else {
          throw Refusal(description: "This is no range of a file.")
        }
        return FileSource(at: path, range: start..<end)
      case .joined(let bodies): return .joined(try bodies.map { try $0.source })
      case .gzip(let body, let level): return GzipSource(try body.source, level: level)
      case .form(let subtype, let boundary, let parts):
        guard let subtype = MultipartForm.Subtype(subtype) else {
          throw Refusal(description: "This is no subtype of multipart.")
        }
        return MultipartForm(subtype, boundary: try Boundary(boundary), parts: try parts.map { try $0.part })
      }
    }
  }

  /// Why something cannot be kept, or is not what was kept.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }
}

extension KeptBody.KeptPart {
  init(_ part: MultipartForm.Part) throws {
    name = part.name
    fileName = part.fileName
    contentType = part.contentType?.description
    headers = part.headers.map { [$0.name, $0.value] }
    body = try KeptBody(part.body)
  }

  var part: MultipartForm.Part {
    get throws {
      let mediaType = contentType.flatMap { MediaType($0) }
      guard headers.allSatisfy({ $0.count == 2 }), (mediaType == nil) == (contentType == nil) else {
        throw KeptBody.Refusal(description: "These are no headers of a part.")
      }
      return MultipartForm.Part(
        name, try body.source, fileName: fileName, contentType: mediaType,
        headers: headers.map { (name: $0[0], value: $0[1]) })
    }
  }
}
