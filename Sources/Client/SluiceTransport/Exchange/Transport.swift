package import HTTPTypes

/// Carries the exchanges of a session: libcurl, or a stub for tests.
///
/// For each exchange, a transport reads the request's body, delivers the response's head to the channel, writes its
/// body to the channel's pipe, and finishes the pipe. It tells the observer about each step, and of the end before the
/// pipe is finished. An error before the head is delivered instead of the head, too. A full pipe makes it wait.
///
/// Redirects, challenges, retries and content codings are not its concern.
package protocol Transport: AnyObject, Sendable {
  /// Checks that the transport can send requests to a URL.
  ///
  /// - Throws: A ``SessionError``.
  func check(_ url: RequestURL) throws(SessionError)

  /// Starts an exchange, without waiting for it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - response: Receives the response, or the error that ends the exchange.
  /// - Throws: A ``SessionError``, with the code `invalidated` after ``requestStop()``.
  func start(_ request: ExchangeRequest, response: ResponseChannel) throws(SessionError) -> StartedExchange

  /// Waits until nothing runs that no caller waits for, such as a validation of a stored response, or the task is
  /// cancelled.
  func finishBackgroundWork() async

  /// Ends all exchanges with the code `invalidated`, without waiting for them. No further exchange can be started.
  func requestStop()

  /// Ends all exchanges like ``requestStop()``, and waits until they have ended. May block the calling thread; not for
  /// async code.
  func stop()
}

extension Transport {
  /// Returns at once: most transports do nothing in the background.
  package func finishBackgroundWork() async {}
}

/// Controls the exchanges that it has started, by their numbers. Has no effect on an exchange that has ended.
package protocol ExchangeControl: AnyObject, Sendable {
  func cancel(_ id: Int)
  func setSuspended(_ id: Int, _ isSuspended: Bool)
  func setPriority(_ id: Int, _ priority: TransportSettings.Priority)
}

/// An exchange that a transport has started. If a layer has passed the request on, it is that of the inner transport.
package struct StartedExchange: Sendable {
  private let id: Int
  private let control: any ExchangeControl

  package init(_ id: Int, of control: any ExchangeControl) { (self.id, self.control) = (id, control) }

  /// Ends the exchange with a `CancellationError`. Has no effect if it has ended.
  package func cancel() { control.cancel(id) }

  /// Suspends the exchange in both directions, or resumes it. Has no effect if it has ended.
  ///
  /// The limits of the exchange do not run while it is suspended: see ``TimeLimit``.
  package func setSuspended(_ isSuspended: Bool) { control.setSuspended(id, isSuspended) }

  /// Changes the priority of an exchange that waits for a connection.
  package func setPriority(_ priority: TransportSettings.Priority) { control.setPriority(id, priority) }
}

/// A layer that a session puts around its transport, such as a cache.
package protocol TransportLayer: Sendable {
  /// Returns a transport that carries exchanges out itself or with another one.
  func wrap(_ transport: any Transport) -> any Transport
}

/// The settings of a request for layers around the transport.
package struct LayerSettings: Sendable {
  /// Whether the reader takes the body from ``ResponseChannel/file`` if a layer has it in a file.
  package var takesFile = false
  private var own: [any Sendable] = []

  package init() {}

  /// The setting of a type that only its layer knows, or `nil` if there is none.
  package subscript<Setting: Sendable>(_: Setting.Type) -> Setting? {
    get {
      for case let setting as Setting in own { return setting }
      return nil
    }
    set {
      own.removeAll { $0 is Setting }
      if let newValue { own.append(newValue) }
    }
  }
}

/// An observer of one exchange. The transport reports the events one after the other; observing must not block.
package protocol ExchangeObserver: AnyObject, Sendable {
  /// Whether the progress is observed.
  var observesProgress: Bool { get }
  func observe(_ event: ExchangeEvent)
}

/// An event of an exchange.
package enum ExchangeEvent: Sendable {
  /// The head of an interim response (1xx) has arrived.
  case didReceiveInterim(HTTPResponse)
  /// The head of the response has arrived.
  case didReceive(HTTPResponse)
  /// Bytes have moved; reported every 50 ms, and at the end.
  case didProgress(TransferProgress)
  /// The request's body is sent again from its start, over another connection.
  case didRestart
  /// The exchange has been resumed after the caller had suspended it.
  case didResume
  /// The exchange has ended: its measurements, and the error that ended it, or `nil` if it succeeded.
  case didEnd(TransferMetrics, error: (any Error)?)
}
