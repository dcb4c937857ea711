public import HTTPTypes
public import SluiceTransport

extension Session {
  /// A redirect: a response, and the request that it redirects.
  public struct Redirect: Sendable {
    /// The method and the URL of the request, without fields.
    public let request: HTTPRequest
    /// The head of the response that redirects.
    public let response: HTTPResponse
    /// The number of the redirect within its attempt, from 1.
    public let number: Int
    /// Whether the request's body can be sent again. `true` without a body.
    public let isBodyReplayable: Bool
    /// Whether the response arrived before the request's body had been sent.
    package var isEarly = false

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

    /// Whether the next request is another one: it has another method, or it lacks the body, as after a 303 to a GET.
    package func isReplacement(_ next: HTTPRequest, ofBody hasBody: Bool) -> Bool {
      next.method != request.method || (hasBody && response.status.code == 303)
    }
  }
}

extension Session {
  /// A retry of a request, and its reason.
  public struct Retry: Sendable {
    /// The failure that caused the retry.
    public enum Reason: Sendable {
      /// A response with a status that is retried.
      case status(HTTPResponse.Status)
      /// An error of the transport.
      case error(SessionError)
    }

    /// The number of the retry, from 1.
    public let number: Int
    /// The delay before the request is sent again. Zero if the retry has waited for the network
    /// (``Session/RetryPolicy/maximumNetworkWait``).
    public let delay: Duration
    /// The failure that caused the retry.
    public let reason: Reason
    /// The maximum time to wait for the network instead of the delay, or `nil` to use the delay.
    package var networkWait: Duration?

    package init(number: Int, delay: Duration, reason: Reason, networkWait: Duration? = nil) {
      self.number = number
      self.delay = delay
      self.reason = reason
      self.networkWait = networkWait
    }
  }
}
