public import SluiceBody
internal import SluiceCoding

/// A multipart body, made of parts that are opened when their turn comes.
///
/// ```swift
/// var form = MultipartForm {
///   Field("title", "Holiday")
///   File("video", at: "/data/holiday.mov")
/// }
/// form.append(Field("public", "yes"))
/// try form.byteCount      // exact, before a byte is read
/// form.contentType        // "multipart/form-data; boundary=…"
/// ```
///
/// The form is a ``BodySource`` like any other: it can be sent, replayed, nested in another form, or written to a file.
/// Framing follows RFC 2046 §5.1; form-data follows RFC 7578 and the HTML standard's multipart/form-data encoding
/// algorithm: names and file names are quoted, `"`, CR and LF in them become `%22`, `%0D` and `%0A`, everything else goes
/// as UTF-8, and no value is altered.
///
/// Nothing is thrown while a form is put together. What is wrong with a part (a ``MultipartError``, or a file's
/// ``BodyError``) is thrown by ``byteCount`` and ``makeReader()``, so before any connection is opened.
public struct MultipartForm: Sendable {
  public let subtype: Subtype
  public let boundary: Boundary
  public private(set) var parts: [Part] = []

  /// For each part its delimiter and head, then its body. The CRLF before a delimiter belongs to the delimiter.
  private var segments: [any BodySource] = []
  private var failure: MultipartError?
  /// The boundaries of this form and of all forms in it.
  private(set) var boundaries: [Boundary]

  /// - Parameters:
  ///   - subtype: `.formData` by default.
  ///   - boundary: random by default. One of your own must not occur in the parts' bytes, which are not searched for it.
  public init(_ subtype: Subtype = .formData, boundary: Boundary = .random(), parts: [Part] = []) {
    self.subtype = subtype
    self.boundary = boundary
    boundaries = [boundary]
    for part in parts { append(part) }
  }

  /// A form from the parts that the builder lists.
  public init(
    _ subtype: Subtype = .formData, boundary: Boundary = .random(),
    @MultipartFormBuilder _ parts: () throws -> [Part]
  ) rethrows {
    self.init(subtype, boundary: boundary, parts: try parts())
  }

  /// Adds a part behind those there are.
  public mutating func append(_ part: some PartConvertible) {
    let part = part.part
    do throws(MultipartError.Code) {
      let head = try PartHead(of: part, in: subtype, boundary: boundary).bytes
      segments += [.bytes(delimiter + Array("\r\n".utf8) + head), part.body]
    } catch {
      failure = failure ?? MultipartError(error, partIndex: parts.count, name: part.name)
    }
    parts.append(part)
    if let nested = part.body as? MultipartForm { boundaries += nested.boundaries }
  }

  private var delimiter: [UInt8] {
    Array((parts.isEmpty ? "--\(boundary)" : "\r\n--\(boundary)").utf8)
  }

  /// The value for a `Content-Type` field: `multipart/form-data; boundary=…`. The boundary is quoted where it is no token.
  ///
  /// `multipart/related` also says the media type of its first part, as RFC 2387 §3.1 asks.
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
  /// The exact size of the body; nil when a part's size cannot be known without reading it.
  public var byteCount: Int64? {
    get throws { try layout().byteCount }
  }

  public var isReplayable: Bool { parts.allSatisfy(\.body.isReplayable) }

  public var needsOwnThread: Bool { parts.contains(where: \.body.needsOwnThread) }

  public func makeReader() throws -> any BodyReader {
    try layout().makeReader()
  }

  private func layout() throws(MultipartError) -> JoinedSource {
    if let failure { throw failure }
    return JoinedSource(segments + [.bytes(delimiter + Array("--\r\n".utf8))])
  }
}

extension MultipartForm {
  /// The word behind `multipart/`.
  public struct Subtype: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(known description: String) { self.description = description }

    /// A registered or private subtype. Nil where it is no token (RFC 9110 §5.6.2).
    public init?(_ subtype: String) {
      guard subtype.utf8.isHTTPToken else { return nil }
      description = subtype.lowercased()
    }

    /// RFC 7578: what HTML forms send.
    public static let formData = Subtype(known: "form-data")
    /// RFC 2046 §5.1.3: independent parts in order.
    public static let mixed = Subtype(known: "mixed")
    /// RFC 2387: a root part and what it refers to.
    public static let related = Subtype(known: "related")
    /// RFC 9110 §14.6: ranges of one whole, each with a `Content-Range`.
    public static let byteRanges = Subtype(known: "byteranges")
  }
}
