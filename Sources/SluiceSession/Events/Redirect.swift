public import HTTPTypes

extension Session {
  /// A redirect: a response, and the request that it redirects.
  public struct Redirect: Sendable {
    /// The method and the URL of the request, without fields.
    public let request: HTTPRequest
    /// The head of the response that redirects.
    public let response: HTTPResponse
  }
}
