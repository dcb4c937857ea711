public import HTTPTypes

extension Session {
  /// The policy for redirects: the statuses 301, 302, 303, 307 and 308 (RFC 9110 §15.4).
  ///
  /// 307 and 308 repeat the method and the body. 303 changes the method to GET, and so do 301 and 302 for a POST, as in
  /// browsers. Credentials, cookies and secret fields are not sent to another origin.
  ///
  /// The policy also decides about other URLs at another origin that a response names: the URL of a
  /// ``ResumableUpload``, and of the next page.
  ///
  /// ```swift
  /// configuration.redirects.maximumCount = 5
  /// configuration.redirects.decide = { redirect, proposed in
  ///   proposed.authority == "login.example.com" ? .stop : .follow
  /// }
  /// ```
  public struct Redirects: Sendable {
    /// The decision about one redirect.
    public enum Decision: Sendable {
      /// Follows the redirect.
      case follow
      /// Sends this request instead, with the body of the redirected request unless the method is GET or HEAD.
      case send(HTTPRequest)
      /// Returns the redirect itself as the response.
      case stop
      /// Fails the request with the code `redirect-refused`.
      case refuse
    }

    /// The maximum number of redirects of a request. With 0, the redirect itself is the response, and other URLs at
    /// another origin are an error with the code `redirect-refused`. Defaults to 20.
    public var maximumCount = 20
    /// Whether redirects from https to http are followed. Defaults to `false`.
    public var allowsDowngrade = false
    /// Decides about each redirect that may be followed, given the request that would be sent next with all of its
    /// fields. Defaults to following it.
    ///
    /// Fields that the decision adds are sent to the target that it names.
    public var decide:
      (@Sendable (_ redirect: Session.Redirect, _ proposed: HTTPRequest) async throws -> Decision)?

    /// Creates a policy with the defaults.
    public init() {}
  }
}
