public import HTTPTypes
public import SluiceTransport

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
    /// The maximum time to wait for the network in place of the delay; `nil` for not at all.
    package var networkWait: Duration?

    package init(number: Int, delay: Duration, reason: Reason, networkWait: Duration? = nil) {
      self.number = number
      self.delay = delay
      self.reason = reason
      self.networkWait = networkWait
    }
  }
}
