/// A limit of time, by the name that it has in the configuration of a session.
package enum TimeLimitName: String, Sendable {
  case connectTimeout, idleTimeout, responseTimeout, timeout
}

extension SessionError {
  /// Returns the error of a limit that has passed, whose message names it and its length.
  ///
  /// - Parameters:
  ///   - name: The limit.
  ///   - limit: Its length.
  package static func timedOut(_ name: TimeLimitName, after limit: Duration) -> SessionError {
    let time = limit.inSeconds
    let text =
      switch name {
      case .connectTimeout: "no connection within \(time)"
      case .idleTimeout: "no progress for \(time)"
      case .responseTimeout: "no complete response head within \(time) after the request"
      case .timeout: "the request was not complete after \(time)"
      }
    return SessionError(.timedOut, message: "\(text) (\(name.rawValue))")
  }
}

extension Duration {
  /// The duration in seconds, rounded to milliseconds, such as `60 seconds` or `0.25 seconds`.
  package var inSeconds: String {
    let seconds = (self / .milliseconds(1)).rounded() / 1000
    return seconds == 1 ? "1 second" : "\(Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)") seconds"
  }
}
