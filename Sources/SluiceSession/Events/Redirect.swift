public import HTTPTypes

extension Session {
  /// A redirect: a response, and the request that it redirects.
  public struct Redirect: Sendable {
    /// The method and the URL of the request, without fields.
    public let request: HTTPRequest
    /// The head of the response that redirects.
    public let response: HTTPResponse
    /// The number of the redirect within its attempt, from 1.
    public let number: Int
    /// Whether the request's body can be sent again; `true` without a body.
    public let isBodyReplayable: Bool

    /// Creates a redirect, for code that stands in for a session.
    ///
    /// - Parameters:
    ///   - request: The method and the URL of the request.
    ///   - response: The head of the response that redirects.
    ///   - number: The number of the redirect within its attempt. Defaults to 1.
    ///   - isBodyReplayable: Whether the request's body can be sent again. Defaults to `true`.
    public init(
      request: HTTPRequest, response: HTTPResponse, number: Int = 1, isBodyReplayable: Bool = true
    ) {
      self.request = request
      self.response = response
      self.number = number
      self.isBodyReplayable = isBodyReplayable
    }
  }
}
