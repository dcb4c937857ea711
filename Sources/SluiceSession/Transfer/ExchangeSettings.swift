internal import HTTPTypes
internal import SluiceSerialization

/// The settings that all exchanges of a session share.
final class ExchangeSettings: Sendable {
  let configuration: Session.Configuration
  let cookies: CookieStore?
  private let fields: HTTPFields
  private let fieldsForOthers: HTTPFields
  /// The origin of the base URL; `nil` if there is no base URL, or it is invalid.
  private let baseOrigin: RequestURL.Origin?

  init(_ configuration: Session.Configuration) {
    self.configuration = configuration
    cookies = CookieStore(configuration.cookies)
    fields = HTTPFields(
      configuration.fields
        + Session.defaultFields.filter { configuration.fields[$0.name] == nil })
    fieldsForOthers = HTTPFields(fields.filter { !$0.isSecret })
    baseOrigin = configuration.baseURL.flatMap { try? RequestURL($0).origin }
  }

  /// Whether an origin may receive the session's secrets: the base URL's origin, or any if there is no base URL.
  func isBase(_ origin: RequestURL.Origin) -> Bool {
    configuration.baseURL == nil || origin == baseOrigin
  }

  /// Returns the default fields of requests to an origin.
  func fields(for origin: RequestURL.Origin) -> HTTPFields { isBase(origin) ? fields : fieldsForOthers }
}
