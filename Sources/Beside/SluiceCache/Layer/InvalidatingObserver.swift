internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceTransport

/// The observer of an exchange that may change resources. It makes stored responses invalid before the caller receives
/// the response.
final class InvalidatingObserver: ExchangeObserver {
  private let url: RequestURL
  private let observer: any ExchangeObserver
  private let shared: CacheWork

  init(of request: ExchangeRequest, _ shared: CacheWork) {
    url = request.url
    observer = request.observer
    self.shared = shared
  }

  var observesProgress: Bool { observer.observesProgress }

  func observe(_ event: ExchangeEvent) {
    if case .didReceive(let response) = event {
      for url in Self.urls(of: url, response) { shared.invalidate(shared.cache.key(of: url)) }
    }
    observer.observe(event)
  }

  /// The methods that change nothing (RFC 9110 §9.2.1), and those of WebDAV and others.
  private static let safeMethods: Set<String> = [
    "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "REPORT", "SEARCH",
  ]

  /// Whether a method may change resources.
  static func isUnsafe(_ method: HTTPRequest.Method) -> Bool { !safeMethods.contains(method.rawValue) }

  /// Returns the URLs whose stored responses a request makes invalid (RFC 9111 §4.4): the request's own, and those in
  /// `Location` and `Content-Location`, if they have the same origin. There are none after an error.
  private static func urls(of request: RequestURL, _ response: HTTPResponse) -> [RequestURL] {
    guard 200..<400 ~= response.status.code else { return [] }
    let references = [HTTPField.Name.location, .contentLocation].flatMap {
      response.headerFields.references($0)
    }
    return [request]
      + references.compactMap { try? RequestURL($0, relativeTo: request.text) }
      .filter { $0.origin == request.origin }
  }
}
