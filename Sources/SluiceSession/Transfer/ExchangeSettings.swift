internal import HTTPTypes

/// What all exchanges of a session have in common.
final class ExchangeSettings: Sendable {
  let configuration: Session.Configuration
  let cookies: CookieStore?
  /// What a request says that does not say otherwise.
  let fields: HTTPFields

  init(_ configuration: Session.Configuration) {
    self.configuration = configuration
    cookies = CookieStore(configuration.cookies)
    fields = HTTPFields(
      configuration.fields
        + Session.defaultFields.filter { configuration.fields[$0.name] == nil })
  }
}
