package import HTTPTypes
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
  private let fields: HTTPFields
  private let fieldsForOthers: HTTPFields
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
    fields = HTTPFields(
      configuration.fields + defaultFields.filter { configuration.fields[$0.name] == nil })
    fieldsForOthers = HTTPFields(fields.filter { !$0.isSecret })
    base = BaseURL(configuration.baseURL)
  }

  /// Whether an origin may receive the session's secrets: the base URL's origin, or any if there is no base URL.
  func isBase(_ origin: RequestURL.Origin) -> Bool { base.isOrigin(origin) }

  /// Returns the settings of a request.
  func policy(for request: Request) -> RequestPolicy {
    request.sessionOptions == nil ? policy : RequestPolicy(configuration, request.options)
  }

  /// Returns the default fields of requests to an origin.
  func fields(for origin: RequestURL.Origin) -> HTTPFields { isBase(origin) ? fields : fieldsForOthers }

  /// Returns a request with the media types of a decoder as `Accept`, unless the caller has set that field.
  package func request(_ request: Request, for decoder: some ValidatingDecoder) -> Request {
    configuration.fields[.accept] == nil ? request.asking(for: decoder) : request
  }

  /// Returns the value of `Accept-Encoding`: `identity` for a range, because a part of a coded body cannot be decoded.
  func acceptedEncodings(for fields: HTTPFields) -> String {
    configuration.decodesContent && fields[.range] == nil ? ContentCodings.accepted : "identity"
  }
}
