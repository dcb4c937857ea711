internal import HTTPTypes
internal import SluiceSerialization

/// What all exchanges of a session have in common.
final class ExchangeSettings: Sendable {
  let configuration: Session.Configuration
  let cookies: CookieStore?
  private let fields: HTTPFields
  private let fieldsForOthers: HTTPFields
  /// Nil where there is no base URL, and where it is none.
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

  /// Whether an origin is the base URL's, or there is no base URL: whether it may have the session's secrets.
  func isBase(_ origin: RequestURL.Origin) -> Bool {
    configuration.baseURL == nil || origin == baseOrigin
  }

  /// What a request says that does not say otherwise.
  func fields(for origin: RequestURL.Origin) -> HTTPFields { isBase(origin) ? fields : fieldsForOthers }
}
