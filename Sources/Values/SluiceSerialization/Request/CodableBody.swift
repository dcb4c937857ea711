internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceGzip
internal import SluiceMultipart

#if Zstd
  internal import SluiceZstd
#endif

/// The encodable form of a body: bytes and paths, and how they are combined.
enum CodableBody: Codable {
  /// Bytes in memory.
  case bytes(data: Data)
  /// A range of a file, or the whole file if `start` and `end` are `nil`.
  case file(path: String, start: Int64?, end: Int64?)
  /// The concatenation of several bodies.
  case joined(bodies: [CodableBody])
  /// A body that is compressed with gzip.
  indirect case gzip(body: CodableBody, level: Int)
  #if Zstd
    /// A body that is compressed with zstd.
    indirect case zstd(body: CodableBody, level: Int)
  #endif
  /// A multipart form.
  case form(subtype: String, boundary: String, parts: [FormPart])

  /// A part of a form.
  struct FormPart: Codable {
    var name: String?
    var fileName: String?
    var contentType: String?
    var headers: [[String]]
    var body: CodableBody
  }

  /// Creates the encodable form of a body.
  ///
  /// - Throws: ``ErrorCode/notReplayable`` if the body can be read only once; ``Refusal`` if its type cannot be
  ///   encoded; the error of the body's `byteCount`.
  init(_ body: any BodySource) throws {
    guard body.isReplayable else { throw BodyError(.notReplayable) }
    _ = try body.byteCount
    switch body._concrete {
    case let body as BytesSource: self = .bytes(data: Data(body.bytes))
    case let body as FileSource:
      self = .file(path: body.path, start: body.range?.lowerBound, end: body.range?.upperBound)
    case let body as JoinedSource: self = .joined(bodies: try body.sources.map(CodableBody.init))
    case let body as GzipSource where body.format == .gzip:
      self = .gzip(body: try CodableBody(body.body), level: body.level)
    case let body as MeasuredSource: self = try CodableBody(body.body)
    #if Zstd
      case let body as ZstdSource: self = .zstd(body: try CodableBody(body.body), level: body.level)
    #endif
    case let form as MultipartForm:
      self = .form(
        subtype: form.subtype.description, boundary: form.boundary.description,
        parts: try form.parts.map(FormPart.init))
    default: throw Refusal(description: "A body of the type \(type(of: body._concrete)) cannot be encoded.")
    }
  }

  /// The body. The sizes of files are determined anew.
  ///
  /// - Throws: ``Refusal`` if the range of a file or the subtype or headers of a form are invalid; the error of an
  ///   invalid boundary.
  var source: any BodySource {
    get throws {
      switch self {
      case .bytes(let data): return .bytes(data)
      case .file(let path, nil, nil): return .file(at: path)
      case .file(let path, let start, let end):
        guard let start, let end, start <= end else {
          throw Refusal(description: "The range of the file is invalid.")
        }
        return FileSource(at: path, range: start..<end)
      case .joined(let bodies): return .joined(try bodies.map { try $0.source })
      case .gzip(let body, let level): return GzipSource(try body.source, level: level)
      #if Zstd
        case .zstd(let body, let level): return ZstdSource(try body.source, level: level)
      #endif
      case .form(let subtype, let boundary, let parts):
        guard let subtype = try? MultipartForm.Subtype(parsing: subtype) else {
          throw Refusal(description: "The multipart subtype is invalid.")
        }
        return MultipartForm(
          subtype, boundary: try .init(parsing: boundary), parts: try parts.map { try $0.part })
      }
    }
  }

  /// The reason why a body cannot be encoded or decoded.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }
}

extension CodableBody.FormPart {
  init(_ part: MultipartForm.Part) throws {
    name = part.name
    fileName = part.fileName
    contentType = part.contentType?.description
    headers = part.headers.map { [$0.name, $0.value] }
    body = try CodableBody(part.body)
  }

  var part: MultipartForm.Part {
    get throws {
      let mediaType = contentType.flatMap { try? MediaType(parsing: $0) }
      guard headers.allSatisfy({ $0.count == 2 }), (mediaType == nil) == (contentType == nil) else {
        throw CodableBody.Refusal(description: "The headers of the part are invalid.")
      }
      return MultipartForm.Part(
        name, try body.source, fileName: fileName, contentType: mediaType,
        headers: .init(headers.map { (name: $0[0], value: $0[1]) }))
    }
  }
}

/// Encodes a request, so that it can be stored and sent later.
///
/// A body can be encoded if it consists of bytes and files, possibly joined, compressed with gzip or as a multipart
/// form. Files are encoded as paths, and their sizes are determined anew when the request is decoded. The encoded
/// request contains the credentials in its fields: store it as securely as these.
extension SessionRequest: Codable {
  private enum CodingKeys: CodingKey {
    case head, body
  }

  /// Encodes the request.
  ///
  /// - Throws: `EncodingError` if the body cannot be encoded: it can be read only once, is of a custom type, or could
  ///   not be sent either, for example because a file is missing.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(head, forKey: .head)
    guard let body else { return }
    let codable: CodableBody
    do {
      codable = try CodableBody(body)
    } catch {
      let context = EncodingError.Context(
        codingPath: container.codingPath + [CodingKeys.body], debugDescription: "\(error)",
        underlyingError: error)
      throw EncodingError.invalidValue(body, context)
    }
    try container.encode(codable, forKey: .body)
  }

  /// Decodes a request.
  ///
  /// - Throws: `DecodingError` if the data is not a valid request with a valid body.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    head = try container.decode(HTTPRequest.self, forKey: .head)
    guard let codable = try container.decodeIfPresent(CodableBody.self, forKey: .body) else { return }
    do {
      body = try codable.source
    } catch {
      let context = DecodingError.Context(
        codingPath: container.codingPath + [CodingKeys.body], debugDescription: "\(error)",
        underlyingError: error)
      throw DecodingError.dataCorrupted(context)
    }
  }
}

extension SessionRequest {
  /// Returns the request with the path of each file in its body replaced by the result of `transform`.
  ///
  /// - Parameter transform: Takes each path, in order.
  /// - Throws: The reason why the body cannot be encoded; the errors of `transform`.
  package func replacingFilePaths(_ transform: (String) throws -> String) throws -> SessionRequest {
    guard let body else { return self }
    var request = self
    request.body = try CodableBody(body).replacingFilePaths(transform).source
    return request
  }
}

extension CodableBody {
  fileprivate func replacingFilePaths(_ transform: (String) throws -> String) throws -> CodableBody {
    switch self {
    case .bytes: return self
    case .file(let path, let start, let end):
      return .file(path: try transform(path), start: start, end: end)
    case .joined(let bodies):
      return .joined(bodies: try bodies.map { try $0.replacingFilePaths(transform) })
    case .gzip(let body, let level): return .gzip(body: try body.replacingFilePaths(transform), level: level)
    #if Zstd
      case .zstd(let body, let level):
        return .zstd(body: try body.replacingFilePaths(transform), level: level)
    #endif
    case .form(let subtype, let boundary, let parts):
      return .form(
        subtype: subtype, boundary: boundary,
        parts: try parts.map { part in
          var part = part
          part.body = try part.body.replacingFilePaths(transform)
          return part
        })
    }
  }
}
