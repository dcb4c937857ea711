package import HTTPTypes
internal import Logging
internal import SluiceBody
internal import SluiceCoding
internal import SluiceGzip
package import SluiceSerialization
internal import SluiceTransport

/// The settings that all transfers of a session share.
package final class TransferSettings: Sendable {
  package let configuration: Session.Configuration
  let transport: TransportSettings
  /// The defaults of the decoders of responses.
  let decodingDefaults: DecodingContext
  /// The settings of a request without its own.
  let policy: RequestPolicy
  /// The storage for the collected body of a response, empty.
  let spool: SpooledBytes
  /// The limits of content codings, or `nil` if they are not decoded.
  let codingLimits: Inflater.Limits?
  private let fields: HTTPFields
  private let fieldsForOthers: HTTPFields
  /// Whether the fields of the configuration leave the content codings to the session.
  private let choosesCoding: Bool
  /// Whether the fields of the configuration say which media types are accepted.
  private let hasAccept: Bool
  /// The first setting that cannot be used, or `nil` if there is none.
  let problem: SessionError?
  /// The warning about the base URL's last segment, or `nil` if it cannot be lost.
  let baseURLWarning: BaseURLWarning?
  package let base: BaseURL

  /// - Parameters:
  ///   - configuration: The configuration of the session.
  ///   - defaultFields: The fields of requests without their own, which the configuration's take precedence over.
  package init(_ configuration: Session.Configuration, defaultFields: HTTPFields) {
    self.configuration = configuration
    transport = configuration.transportSettings()
    decodingDefaults = DecodingContext(decoder: configuration.decoder, failure: configuration.failure)
    policy = RequestPolicy(configuration)
    problem = configuration.problem
    baseURLWarning = configuration.baseURL.flatMap { BaseURLWarning(base: $0) }
    spool = SpooledBytes(
      inMemoryUpTo: configuration.maximumInMemoryBodyByteCount,
      folder: configuration.temporaryFolder._filePath)
    codingLimits = configuration.decodesContent ? configuration.decodingLimits : nil
    hasAccept = configuration.fields.contains(.accept)
    var fields = HTTPFields(
      configuration.fields + defaultFields.filter { !configuration.fields.contains($0.name) })
    choosesCoding = !fields.contains(.acceptEncoding)
    if choosesCoding {
      let decodes = configuration.decodesContent && !fields.contains(.range)
      let codings = decodes ? ContentCodings.accepted : Self.noCoding
      fields.append(HTTPField(name: .acceptEncoding, value: codings))
    }
    self.fields = fields
    fieldsForOthers = HTTPFields(fields.filter { !$0.isSecret })
    base = BaseURL(configuration.baseURL)
  }

  /// Whether an origin may receive the session's secrets: the base URL's origin, or any if there is no base URL.
  func isBase(_ origin: RequestURL.Origin) -> Bool { base.isOrigin(origin) }

  /// Whether there is a base URL with an origin.
  func hasBase(at origin: RequestURL.Origin) -> Bool { configuration.baseURL != nil && isBase(origin) }

  /// Returns the settings of a request.
  func policy(for request: SessionRequest) -> RequestPolicy {
    request.sessionOptions == nil ? policy : RequestPolicy(configuration, request.options)
  }

  /// Returns the fields of a request to an origin: the defaults, and then its own, which take precedence.
  func fields(of own: HTTPFields, to origin: RequestURL.Origin) -> HTTPFields {
    var fields = isBase(origin) ? fields : fieldsForOthers
    if fields.contains(where: { own.contains($0.name) }) {
      fields = HTTPFields(fields.filter { !own.contains($0.name) })
    }
    // A part of a coded body cannot be decoded.
    if choosesCoding, own.contains(.range), !own.contains(.acceptEncoding) {
      fields[.acceptEncoding] = Self.noCoding
    }
    for field in own { fields.append(field) }
    return fields
  }

  private static let noCoding = "identity"

  /// Returns a request with the media types that a decoder accepts as `Accept`, unless the caller has set that field.
  package func request(_ request: SessionRequest, for validation: ResponseValidation) -> SessionRequest {
    hasAccept ? request : request.accepting(validation)
  }
}

/// The warning about a base URL whose last segment is lost, because its path does not end in a slash. Logged once.
final class BaseURLWarning: Sendable {
  private let base: RequestURL
  /// The segment that a relative path replaces, such as `v1`.
  private let segment: Substring
  private let claim = OneShotClaim()

  /// Creates the warning, or `nil` if no reference can lose a segment of the base.
  init?(base text: String) {
    guard let base = try? RequestURL(text) else { return nil }
    let path = URIReference(text).path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let segment = path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...]
    // Dot segments name the folder before them.
    guard !["", ".", ".."].contains(segment) else { return nil }
    (self.base, self.segment) = (base, segment)
  }

  /// Logs the warning if a reference replaces the segment, and no other has before.
  func log(_ reference: String, resolvedTo url: RequestURL) {
    guard Self.hasRelativePath(reference), (try? claim.take()) != nil else { return }
    Logger(label: "sluice").warning(
      """
      the reference '\(reference.quotedURL)' replaces '\(String(segment).quoted)', the last segment of the base URL: \
      \(url.redacted); to keep the segment, end the base URL in a slash: \(base.redacted)/
      """)
  }

  private static func hasRelativePath(_ reference: String) -> Bool {
    let parts = URIReference(reference)
    guard parts.scheme == nil, parts.authority == nil, let first = parts.path.utf8.first else { return false }
    return first != UInt8(ascii: "/")
  }
}
