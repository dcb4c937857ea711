public import SluiceBody
internal import SluiceCoding

/// A multipart body of parts that are opened when their turn comes.
///
/// ```swift
/// var form = MultipartForm {
///   FormField("title", "Holiday")
///   FormFile("video", at: "/data/holiday.mov")
/// }
/// form.append(FormField("public", "yes"))
/// try form.byteCount      // exact, before a byte is read
/// form.contentType        // "multipart/form-data; boundary=…"
/// ```
///
/// A form is a ``BodySource`` like any other: it can be sent, replayed, nested in another form, or written to a file.
/// Framing follows [RFC 2046 §5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1). Form-data follows
/// [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578) and the HTML standard's
/// [multipart/form-data encoding algorithm](https://html.spec.whatwg.org/#multipart-form-data):
/// names and file names are quoted, and `"` in them becomes `%22`. In file names, CR becomes `%0D` and LF `%0A`; in
/// names, each CR, LF or CRLF becomes `%0D%0A`. Everything else is sent as UTF-8, and no value is altered.
///
/// No initializer or method that builds a form throws. An error in a part (a ``MultipartError``, or the ``BodyError``
/// of a file) is thrown by ``byteCount`` and ``makeReader()``, and so before any connection is opened.
public struct MultipartForm: Sendable {
  /// The subtype of the form's media type.
  public let subtype: Subtype
  /// The boundary between the parts.
  public let boundary: Boundary
  /// The parts, in order.
  public private(set) var parts: [Part] = []

  /// For each part, its delimiter and head, then its body. The CRLF before a delimiter belongs to the delimiter.
  private var segments = JoinedSource([])
  private var failure: MultipartError?
  /// The boundaries of this form and of all forms nested in it.
  private(set) var boundaries: [Boundary]

  /// Creates a form from an array of parts.
  package init(_ subtype: Subtype = .formData, boundary: Boundary = .random(), parts: [Part] = []) {
    self.subtype = subtype
    self.boundary = boundary
    boundaries = [boundary]
    for part in parts { append(part) }
  }

  /// Creates a form from the parts that a closure lists.
  ///
  /// - Parameters:
  ///   - subtype: The subtype of the media type. Defaults to `.formData`.
  ///   - boundary: The boundary between the parts. Defaults to a random one. A boundary of your own must not occur in
  ///     the bytes of the parts, which are not searched for it.
  ///   - parts: A closure that lists parts and arrays of parts, in order.
  /// - Throws: The error of the closure.
  public init(
    _ subtype: Subtype = .formData, boundary: Boundary = .random(),
    @Builder _ parts: () throws -> [Part]
  ) rethrows {
    self.init(subtype, boundary: boundary, parts: try parts())
  }

  /// Adds a part at the end of the form. An error in the part is thrown by ``byteCount`` and ``makeReader()``.
  public mutating func append(_ part: some PartConvertible) {
    let part = part.part
    do throws(MultipartError) {
      let head = try EncodedPartHead(of: part, in: subtype, boundary: boundary).bytes
      segments.append(BytesSource(delimiter + Array("\r\n".utf8) + head))
      segments.append(part.body)
    } catch {
      failure = failure ?? MultipartError(error.code, partIndex: parts.count, name: part.name)
    }
    parts.append(part)
    if let nested = part.body._concrete as? MultipartForm { boundaries += nested.boundaries }
  }

  private var delimiter: [UInt8] {
    Array((parts.isEmpty ? "--\(boundary)" : "\r\n--\(boundary)").utf8)
  }

  /// The value of a `Content-Type` field for the form, such as `multipart/form-data; boundary=…`. Never `nil`.
  ///
  /// The boundary is quoted unless it is a token. A `multipart/related` form has a `type` parameter with the media type
  /// of its first part ([RFC 2387 §3.1](https://www.rfc-editor.org/rfc/rfc2387#section-3.1)).
  public var contentType: String? {
    var value = "multipart/\(subtype); \(HeaderParameter(name: "boundary", value: boundary.description))"
    if subtype == .related {
      let root = parts.first?.mediaType?.essence ?? "text/plain"
      value += "; \(HeaderParameter(name: "type", value: root))"
    }
    return value
  }
}

extension MultipartForm: BodySource {
  /// The exact number of bytes in the body, or `nil` if the size of a part cannot be known without reading.
  ///
  /// - Throws: The first ``MultipartError`` in a part; otherwise an error of a part's body.
  public var byteCount: Int64? {
    get throws { try layout().byteCount }
  }

  /// Whether the bodies of all parts are replayable.
  public var isReplayable: Bool { segments.isReplayable }

  /// Whether the body of a part may block, or takes much processor time.
  public var needsOwnThread: Bool { segments.needsOwnThread }

  /// Returns a new reader of the body.
  ///
  /// - Throws: The same errors as ``byteCount``; ``ErrorCode/notReplayable`` if the body of a part was already
  ///   read and is not replayable.
  public func makeReader() throws -> any BodyReader {
    try layout().makeReader()
  }

  /// Returns a new reader of the bytes from an offset on. Only the part in which the offset lies, and those after it,
  /// are read.
  ///
  /// - Throws: The errors of ``makeReader()``; a `BodyError` with the code `range-out-of-bounds`, or `not-replayable`
  ///   if a part is not replayable and the offset is not 0.
  /// - Complexity: O(log *n*) for *n* parts whose sizes are known.
  public func makeReader(at offset: Int64) throws -> any BodyReader {
    try layout().makeReader(at: offset)
  }

  /// The identities of the bodies of the parts, with their heads and the boundary, or `nil` if one of them has none.
  ///
  /// Two forms with random boundaries have different identities. An upload that continues an earlier one uses the
  /// boundary of that one.
  ///
  /// - Throws: The same errors as ``byteCount``; a `BodyError` for a file that is missing or has another size than when
  ///   the form was made.
  public func identity() throws -> BodyIdentity? { try layout().identity() }

  private func layout() throws(MultipartError) -> JoinedSource {
    if let failure { throw failure }
    return JoinedSource([segments, .bytes(delimiter + Array("--\r\n".utf8))])
  }
}

extension MultipartForm: PartedSource {
  package func part(at offset: Int64) -> PartProgress? {
    let index = min(segments.indexOfBody(at: offset) / 2, parts.count - 1)
    guard parts.indices.contains(index), let range = segments.range(ofBodyAt: 2 * index + 1) else {
      return nil
    }
    let sent = min(max(0, offset - range.lowerBound), range.upperBound - range.lowerBound)
    return PartProgress(
      index: index, name: parts[index].name, fileName: parts[index].fileName, sentByteCount: sent,
      byteCount: range.upperBound - range.lowerBound)
  }
}

extension MultipartForm: RandomizedSource {
  package var randomTexts: [String] { [boundary.description] + parts.flatMap(\.body.randomTextsIfAny) }

  package func withRandomTexts(_ texts: inout ArraySlice<String>) -> MultipartForm {
    guard let text = texts.first, let boundary = try? Boundary(parsing: text) else { return self }
    texts.removeFirst()
    return MultipartForm(
      subtype, boundary: boundary,
      parts: parts.map { part in
        var part = part
        part.body = part.body.withRandomTextsIfAny(&texts)
        return part
      })
  }
}

extension MultipartForm {
  /// The subtype of a multipart media type, the word after `multipart/`.
  ///
  /// ```swift
  /// let alternative: MultipartForm.Subtype = "alternative"
  /// ```
  public struct Subtype: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The subtype as text, such as `form-data`.
    public let description: String

    private init(known description: String) { self.description = description }

    /// Creates a registered or private subtype, in any case.
    ///
    /// - Throws: ``ErrorCode/invalidSubtype`` if `subtype` is not a token.
    public init(parsing subtype: String) throws(MultipartError) {
      guard subtype.utf8.isHTTPToken else { throw MultipartError(.invalidSubtype) }
      description = subtype.lowercased()
    }

    /// Creates a subtype from a literal of the program.
    ///
    /// - Precondition: The literal is a token. Otherwise, the program stops.
    public init(stringLiteral subtype: String) {
      guard let subtype = try? Self(parsing: subtype) else { fatalError("\"\(subtype)\" is not a subtype") }
      self = subtype
    }

    /// `form-data`: the fields and files of an HTML form ([RFC 7578](https://www.rfc-editor.org/rfc/rfc7578)).
    public static let formData = Subtype(known: "form-data")
    /// `mixed`: independent parts in order ([RFC 2046 §5.1.3](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.3)).
    public static let mixed = Subtype(known: "mixed")
    /// `related`: a root part and the parts that it refers to ([RFC 2387](https://www.rfc-editor.org/rfc/rfc2387)).
    public static let related = Subtype(known: "related")
    /// `byteranges`: ranges of one representation, each with a `Content-Range`
    /// ([RFC 9110 §14.6](https://www.rfc-editor.org/rfc/rfc9110#section-14.6)).
    public static let byteRanges = Subtype(known: "byteranges")
  }
}

extension MultipartForm {
  /// Returns the value of `Content-Type` for a body with a media type of its own, such as a form.
  ///
  /// The boundary of a multipart body, and its other parameters, are added if the caller's value has none.
  ///
  /// - Parameters:
  ///   - value: The value that the caller has chosen.
  ///   - body: The media type of the body, or `nil` if it has none.
  /// - Returns: The caller's value, with the parameters that a multipart body needs.
  /// - Throws: ``ErrorCode/contentTypeConflict`` if the body is multipart, and the caller's value names
  ///   another type or another boundary.
  package static func contentType(
    _ value: String, of body: String?
  ) throws(MultipartError) -> String {
    guard let own = body.flatMap({ try? MediaType(parsing: $0) }), own.type == "multipart",
      let boundary = own["boundary"]
    else { return value }
    let boundaries = MediaType.values(ofParameter: "boundary", in: value) ?? []
    guard let named = try? MediaType(parsing: value), named.essence == own.essence, boundaries.count < 2,
      boundaries.allSatisfy({ $0 == boundary })
    else { throw MultipartError(.contentTypeConflict) }
    let missing = own.parameters.filter { named[$0.name] == nil }
    if missing.isEmpty { return value }
    return ([named.essence] + (named.parameters + missing).map(\.description)).joined(separator: "; ")
  }
}

extension MultipartForm {
  /// A result builder that lists the parts of a form, with support for `if`, `switch` and `for`.
  @resultBuilder
  public enum Builder {
    /// Adds a part, field or file.
    public static func buildExpression(_ part: some PartConvertible) -> [Part] { [part.part] }
    /// Adds the parts of an array.
    public static func buildExpression(_ parts: [some PartConvertible]) -> [Part] {
      parts.map(\.part)
    }
    /// Joins the parts of all statements in a block.
    public static func buildBlock(_ parts: [Part]...) -> [Part] {
      parts.flatMap(\.self)
    }
    /// Joins the parts of all iterations of a `for` loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] {
      parts.flatMap(\.self)
    }
    /// Adds the parts of an `if` without `else`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
    /// Adds the parts of the first branch of an `if` or `switch`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }
    /// Adds the parts of the second branch of an `if` or `switch`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
  }
}
