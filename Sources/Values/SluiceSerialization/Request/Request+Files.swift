internal import SluiceBody

extension Request {
  /// Returns the request with the path of each file in its body replaced by the result of `transform`.
  ///
  /// - Parameter transform: Takes each path, in order.
  /// - Throws: The reason why the body cannot be encoded; the errors of `transform`.
  package func replacingFilePaths(_ transform: (String) throws -> String) throws -> Request {
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
