internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceTransport

/// The URLs whose stored responses a request makes invalid (RFC 9111 §4.4).
enum Invalidation {
  /// The methods that change nothing (RFC 9110 §9.2.1), and those of WebDAV and others.
  private static let safeMethods: Set<String> = [
    "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "REPORT", "SEARCH",
  ]

  /// Whether a method may change resources.
  static func isUnsafe(_ method: HTTPRequest.Method) -> Bool { !safeMethods.contains(method.rawValue) }

  /// Returns the URLs of an unsafe request and its response: the request's own, and those in `Location` and
  /// `Content-Location`, if they have the same origin. There are none after an error.
  static func urls(of request: RequestURL, _ response: HTTPResponse) -> [RequestURL] {
    guard 200..<400 ~= response.status.code else { return [] }
    let references = [HTTPField.Name.location, .contentLocation].flatMap {
      response.headerFields.references($0)
    }
    return [request]
      + references.compactMap { try? RequestURL($0, relativeTo: request.text) }
      .filter { $0.origin == request.origin }
  }
}
