internal import SluiceBody

/// The request of one exchange: what libcurl sends, the source of the body, and the observer.
struct ExchangeRequest: Sendable {
  var curl: CurlRequest
  /// The body; `nil` if there is none.
  let body: (any BodySource)?
  /// The maximum duration without progress that the session's configuration sets; `nil` for no limit.
  let idleTimeout: Duration?
  /// The priority among the exchanges that wait for a connection to the same origin.
  let priority: Session.Priority
  let observer: any ExchangeObserver

  /// The maximum duration without progress; `nil` for no limit. A limited rate extends it by one of libcurl's steps,
  /// during which nothing moves.
  var idleLimit: Duration? {
    let step = curl.settings.maximumSendRate.map {
      Duration.seconds(curl.uploadBufferByteCount) / Int(clamping: max($0, 1))
    }
    return idleTimeout.map { $0 + (step ?? .zero) }
  }
}
