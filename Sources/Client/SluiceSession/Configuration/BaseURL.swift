package import HTTPTypes
internal import SluiceSupport
package import SluiceTransport

/// The base URL of a session. It is parsed once, and most URLs of the session's requests share its authority, so that
/// only their path and query are parsed.
///
/// ```
///  base                      https://host/v1/users?page=2
///  folder                    https://host/v1/
///  "7" or "/v2/7?all"        https://host/v1/7, https://host/v2/7?all
///  "//host/", "a:b", "?q"    parsed like any other reference
/// ```
package final class BaseURL: Sendable {
  private let text: String?
  /// The URL that relative paths are appended to, or `nil` if there is no valid base.
  private let folder: RequestURL?

  /// - Parameter text: The URL, or `nil` for none.
  init(_ text: String?) {
    self.text = text
    // Removing the dot segments of the base before a path is appended to it does not change the result.
    folder = text.flatMap { try? RequestURL(".", relativeTo: $0) }
  }

  /// Whether a URL has the origin of the base; any has if there is no base, none if it is invalid.
  func isOrigin(_ origin: RequestURL.Origin) -> Bool { text == nil || folder?.origin == origin }

  /// Resolves a reference (RFC 3986 §5).
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  func resolve(_ reference: String) throws(SessionError) -> RequestURL {
    if let folder, let url = folder.appending(reference) { return url }
    return try RequestURL(reference, relativeTo: text)
  }

  /// Returns the URL of a request.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  package func url(of head: HTTPRequest) throws(SessionError) -> RequestURL {
    if let folder, let url = folder.sibling(head) { return url }
    return try RequestURL(of: head)
  }
}

extension RequestURL {
  /// Returns the URL of a path, absolute or relative to this folder, or `nil` for any other reference.
  fileprivate func appending(_ reference: String) -> RequestURL? {
    let bytes = reference.utf8.span
    guard !bytes.isEmpty, bytes[0] != UInt8(ascii: "?"), bytes[0] != UInt8(ascii: "#") else { return nil }
    if bytes[0] == UInt8(ascii: "/") {
      return bytes.count > 1 && bytes[1] == UInt8(ascii: "/") ? nil : replacingTarget(reference, userInfo)
    }
    // Anything before a colon may be a scheme.
    for position in bytes.indices where bytes[position] == UInt8(ascii: ":") { return nil }
    return bytes[0] == UInt8(ascii: " ") ? nil : replacingTarget(target + reference, userInfo)
  }

  /// Returns the URL of a request to the same authority, or `nil` for any other.
  fileprivate func sibling(_ head: HTTPRequest) -> RequestURL? {
    // Compared by bytes, because `String` compares by canonical equivalence.
    guard let path = head.path, path.utf8.first == UInt8(ascii: "/"), let scheme = head.scheme,
      let authority = head.authority, scheme.utf8.span.isEqual(to: origin.scheme.utf8.span),
      authority.utf8.span.isEqual(to: self.authority.utf8.span)
    else { return nil }
    return replacingTarget(path, nil)
  }
}
