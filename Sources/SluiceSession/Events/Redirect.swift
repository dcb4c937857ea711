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
  }
}
