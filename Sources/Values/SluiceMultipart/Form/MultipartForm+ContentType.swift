internal import SluiceBody
internal import SluiceCoding

extension MultipartForm {
  /// Returns the value of `Content-Type` for a body with a media type of its own, such as a form.
  ///
  /// The boundary of a multipart body, and its other parameters, are added if the caller's value has none.
  ///
  /// - Parameters:
  ///   - value: The value that the caller has chosen.
  ///   - body: The media type of the body, or `nil` if it has none.
  /// - Returns: The caller's value, with the parameters that a multipart body needs.
  /// - Throws: ``MultipartError/Code/contentTypeConflict`` if the body is multipart, and the caller's value names
  ///   another type or another boundary.
  package static func contentType(
    _ value: String, of body: String?
  ) throws(MultipartError.Code) -> String {
    guard let own = body.flatMap({ MediaType($0) }), own.type == "multipart", let boundary = own["boundary"]
    else { return value }
    let boundaries = MediaType.values(ofParameter: "boundary", in: value) ?? []
    guard let named = MediaType(value), named.essence == own.essence, boundaries.count < 2,
      boundaries.allSatisfy({ $0 == boundary })
    else { throw .contentTypeConflict }
    let missing = own.parameters.filter { named[$0.name] == nil }
    if missing.isEmpty { return value }
    return ([named.essence] + (named.parameters + missing).map(\.description)).joined(separator: "; ")
  }
}
