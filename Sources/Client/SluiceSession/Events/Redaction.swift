package import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
public import SluiceErrors
internal import SluiceGzip
internal import SluiceSerialization
internal import SluiceTransport

extension HTTPFields {
  /// The fields without secrets: `(hidden)` instead of values that may hold some.
  func redacted(showing queries: Session.QueryVisibility) -> HTTPFields {
    HTTPFields(
      map { field in
        var field = field
        if let value = field.redactedValue(showing: queries) { field.value = value }
        return field
      })
  }
}

extension HTTPField {
  /// The value without secrets, or `nil` if it has none.
  fileprivate func redactedValue(showing queries: Session.QueryVisibility) -> String? {
    if isSecret || Self.namesWithTargets.contains(name) { return Self.hidden }
    return Self.namesOfURLs.contains(name)
      ? Self.redactedURL(URIReference.text(of: bytes), showing: queries) : nil
  }

  private static let hidden = "(hidden)"
  private static let namesOfURLs: Set<Name> = [.location, .contentLocation, .referer]
  /// The names of fields with URLs among other things: RFC 8288, and the HTML standard.
  private static let namesWithTargets = Set(["Link", "Refresh"].compactMap { Name($0) })

  /// Returns a URL or a reference without user-info and fragment. Anything else is hidden, because it may hold secrets
  /// in any place.
  private static func redactedURL(_ text: String, showing queries: Session.QueryVisibility) -> String {
    guard (try? RequestURL(text, relativeTo: "http://host/")) != nil else { return hidden }
    let reference = URIReference(text)
    let scheme = reference.scheme.map { "\($0):" } ?? ""
    let host = reference.authority.map { authority in
      let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
      return "//\(authority[(at.map(authority.utf8.index(after:)) ?? authority.startIndex)...])"
    }
    let start = scheme.utf8.count + (reference.authority.map { $0.utf8.count + 2 } ?? 0)
    return scheme + (host ?? "") + queries.shown(of: String(Substring(text.utf8.dropFirst(start))))
  }
}

extension HTTPResponse {
  /// The response without secrets.
  package func redacted(showing queries: Session.QueryVisibility) -> HTTPResponse {
    HTTPResponse(status: status, headerFields: headerFields.redacted(showing: queries))
  }
}

extension Session.Redirect {
  /// The redirect without secrets.
  func redacted(showing queries: Session.QueryVisibility) -> Session.Redirect {
    var request = request
    request.path = request.path.map { queries.shown(of: $0) }
    return Session.Redirect(
      request: request, response: response.redacted(showing: queries), number: number,
      isBodyReplayable: isBodyReplayable)
  }
}

extension Error {
  /// The error without text of a body and without secrets.
  ///
  /// Any error of a type that is not listed here is the caller's, or may quote what it was made from.
  package var redacted: any Error {
    switch self {
    case let error as SessionError: error.redacted
    case let error as ResponseError:
      ResponseError(
        hidingBodyOf: error, response: error.head.redacted(showing: .none),
        underlying: error.underlying?.redacted)
    case is CancellationError, is BodyError, is any ContentCoding.Failure, is HiddenError: self
    default: HiddenError(self)
    }
  }
}

extension SessionError {
  /// The error without its underlying error's text, unless that is known to hold no secrets.
  var redacted: SessionError {
    guard let underlying else { return self }
    // A message of its own holds no secrets.
    return SessionError(
      code, message: cause == "\(underlying)" ? nil : cause, underlying: underlying.redacted,
      proxyStatus: proxyStatus
    ).inCall(of: self)
  }
}

extension Session.Retry {
  /// The retry without secrets.
  var redacted: Session.Retry {
    guard case .error(let error) = reason else { return self }
    return Session.Retry(number: number, delay: delay, reason: .error(error.redacted))
  }
}

extension SessionRequest {
  /// The URL without secrets, or `nil` if it is invalid.
  var redactedURL: String? { (try? RequestURL(of: head))?.redacted }
}

/// The head of a request, before each monitor's part of it is selected.
struct ObservedRequest: Sendable {
  let method: HTTPRequest.Method
  /// The URL, or `nil` if it is malformed.
  let url: RequestURL?
  let fields: HTTPFields

  /// Returns the head without secrets.
  func head(showing queries: Session.QueryVisibility) -> HTTPRequest {
    HTTPRequest(
      method: method, scheme: url?.origin.scheme, authority: url?.authority,
      path: url.map { queries.shown(of: $0.target) }, headerFields: fields.redacted(showing: queries))
  }
}

extension ObservedRequest {
  init(_ head: HTTPRequest) {
    self.init(method: head.method, url: try? RequestURL(of: head), fields: head.headerFields)
  }
}

/// The replacement of an error whose text a monitor must not see, because it may quote a body or hold secrets.
///
/// Monitors receive it instead of the errors of middleware, credential providers, custom decoders and bodies, and of
/// what was decoded from a response. The caller receives the error itself.
///
/// ```swift
/// func didComplete(_ transfer: TransferID, error: (any Error)?) {
///   if let hidden = error as? HiddenError, hidden.type == SigningError.self { failedSignatures.increment() }
/// }
/// ```
public struct HiddenError: SluiceError {
  /// The type of the hidden error.
  public let type: any Error.Type

  init(_ error: any Error) { type = Swift.type(of: error) }
}

extension HiddenError {
  /// The code `hidden`.
  public var code: ErrorCode { .hidden }
  /// The name of the type, such as `DecodingError (hidden)`.
  public var message: String { "\(type) (hidden)" }
  /// The name of the type, such as `DecodingError (hidden)`.
  public var description: String { message }
}

extension ErrorCode {
  /// The text of an error is hidden from monitors. Code `hidden`.
  public static let hidden = ErrorCode("hidden")
}

extension Session {
  /// The part of the queries of URLs that a monitor sees.
  ///
  /// | visibility | `/users?page=2&q=ada&x` |
  /// | --- | --- |
  /// | ``full`` | `/users?page=2&q=ada&x` |
  /// | ``withoutValues`` | `/users?page=…&q=…&…` |
  /// | ``none`` | `/users` |
  public enum QueryVisibility: Sendable {
    /// Whole queries, with any secrets in them.
    case full
    /// The names, with `…` instead of each value. Text without `=` counts as a value.
    case withoutValues
    /// No part of a query.
    case none
  }
}

extension Session.QueryVisibility {
  /// Returns a path and a query, or a whole URL, with the visible part of the query, and without the fragment.
  package func shown(of text: String) -> String {
    let path = text.withoutQuery
    let rest = text.utf8.dropFirst(path.utf8.count).prefix { $0 != UInt8(ascii: "#") }
    guard self != .none, !rest.isEmpty else { return String(path) }
    let query = rest.dropFirst()
    return "\(path)?" + (self == .full ? String(Substring(query)) : Self.withoutValues(query))
  }

  private static func withoutValues(_ query: Substring.UTF8View) -> String {
    query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { part in
      guard !part.isEmpty else { return "" }
      guard let end = part.firstIndex(of: UInt8(ascii: "=")) else { return "…" }
      return "\(Substring(part[...end]))…"
    }.joined(separator: "&")
  }
}
