internal import SluiceBody
internal import SluiceCoding

/// The header lines of a part as they are sent, with the empty line after them.
struct EncodedPartHead {
  let bytes: [UInt8]

  init(of part: MultipartForm.Part, in subtype: MultipartForm.Subtype, boundary: MultipartForm.Boundary)
    throws(MultipartError)
  {
    var headers: MultipartForm.Part.Headers = [:]
    if let disposition = try Self.disposition(of: part, in: subtype) {
      headers.append((name: "Content-Disposition", value: disposition))
    }
    let hasTypeHeader = part.headers["Content-Type"] != nil
    if let contentType = part.contentType?.description ?? (hasTypeHeader ? nil : part.body.contentType) {
      headers.append((name: "Content-Type", value: contentType))
    }
    headers += part.headers

    var seen: Set<String> = []
    for header in headers {
      guard header.name.utf8.isHTTPToken else { throw MultipartError(.invalidHeaderName) }
      guard !header.value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else {
        throw MultipartError(.invalidHeaderValue)
      }
      let name = header.name.lowercased()
      if name == "content-length" { throw MultipartError(.forbiddenHeader) }
      let isNew = seen.insert(name).inserted
      if !isNew, name == "content-disposition" || name == "content-type" {
        throw MultipartError(.repeatedHeader)
      }
    }
    if let nested = part.body._concrete as? MultipartForm,
      nested.boundaries.contains(where: { $0.description.hasPrefix(boundary.description) })
    {
      throw MultipartError(.boundaryConflict)
    }
    // A nested form can be sent as data of another type, but a multipart type names its boundary.
    if let value = headers["Content-Type"], (try? MediaType(parsing: value))?.type == "multipart" {
      headers["Content-Type"] = try MultipartForm.contentType(value, of: part.body.contentType)
    }
    bytes = Array(headers.map { "\($0.name): \($0.value)\r\n" }.joined().utf8) + Array("\r\n".utf8)
  }

  private static func disposition(of part: MultipartForm.Part, in subtype: MultipartForm.Subtype)
    throws(MultipartError) -> String?
  {
    var value: String
    if subtype == .formData {
      guard let name = part.name else { throw MultipartError(.missingName) }
      guard !name.utf8.contains(0) else { throw MultipartError(.invalidName) }
      value = "form-data; name=\"\(escaped(name, lineBreaks: .normalized))\""
    } else if part.fileName != nil {
      value = "attachment"
    } else {
      return nil
    }
    if let fileName = part.fileName {
      guard !fileName.utf8.contains(0) else { throw MultipartError(.invalidPartFileName) }
      value += "; filename=\"\(escaped(fileName, lineBreaks: .asTheyAre))\""
    }
    return value
  }

  private enum LineBreaks { case normalized, asTheyAre }

  /// Escapes a name or file name as the HTML standard's "escape a multipart form data name" does. In names, each CR, LF
  /// or CRLF is first normalized to CRLF.
  private static func escaped(_ text: String, lineBreaks: LineBreaks) -> String {
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch (scalar, lineBreaks) {
      case ("\"", _): result += "%22"
      case ("\r", .asTheyAre): result += "%0D"
      case ("\n", .asTheyAre): result += "%0A"
      case ("\r", .normalized): result += "%0D%0A"
      case ("\n", .normalized): if previous != "\r" { result += "%0D%0A" }
      default: result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }
}
