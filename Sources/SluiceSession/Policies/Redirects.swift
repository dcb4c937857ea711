public import HTTPTypes

extension Session {
  /// Which redirects a session follows, of the statuses 301, 302, 303, 307 and 308 (RFC 9110 §15.4).
  ///
  /// 307 and 308 send method and body again; 303 becomes GET, and so does a POST that 301 or 302 answers, as browsers do.
  /// Credentials, cookies and fields marked as sensitive do not go to another origin.
  public struct Redirects: Sendable {
    /// What becomes of one redirect.
    public enum Decision: Sendable {
      /// It is followed.
      case follow
      /// This is sent instead. Its body is the redirected request's, unless the method is GET or HEAD.
      case send(HTTPRequest)
      /// It is the answer.
      case stop
      /// The request fails with the code `redirect-refused`.
      case refuse
    }

    /// 20 by default. With 0 the redirect itself is the answer.
    public var maximum = 20
    /// Whether https may redirect to http. False by default.
    public var allowsDowngrade = false
    /// Asked of each redirect that may be followed, with the request that would be sent next, fields and all. Follows by
    /// default. Fields that it adds go where it says.
    public var decide: (@Sendable (_ redirect: Redirect, _ proposed: HTTPRequest) async throws -> Decision)?

    public init() {}
  }
}

/// A response that redirects, and what it answers.
public struct Redirect: Sendable {
  /// Method and URL, without fields.
  public let request: HTTPRequest
  public let response: HTTPResponse
}
