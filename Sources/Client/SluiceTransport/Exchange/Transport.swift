/// Carries the exchanges of a session: libcurl, or a stub for tests.
///
/// For each exchange, a transport reads the request's body, delivers the response's head to the channel, writes its
/// body to the channel's pipe, and finishes the pipe. It tells the observer about each step, and of the end before the
/// pipe is finished. An error before the head is delivered in place of the head, too. A full pipe makes it wait.
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
  /// - Returns: The number of the exchange.
  /// - Throws: A ``SessionError``, with the code `invalidated` after ``requestStop()``.
  func start(_ request: ExchangeRequest, response: ResponseChannel) throws(SessionError) -> Int

  /// Ends an exchange with a `CancellationError`. Has no effect if it has ended.
  func cancel(_ id: Int)

  /// Suspends an exchange in both directions, or resumes it. Has no effect if it has ended.
  ///
  /// The limits of the exchange do not run while it is suspended: see ``TimeLimit``.
  func setSuspended(_ id: Int, _ isSuspended: Bool)

  /// Changes the priority of an exchange that waits for a connection.
  func setPriority(_ id: Int, _ priority: TransportSettings.Priority)

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

/// An exchange that a transport has started.
package struct StartedExchange: Sendable {
  package let transport: any Transport
  /// The number that ``Transport/start(_:response:)`` has returned.
  package let id: Int

  package init(_ id: Int, of transport: any Transport) { (self.transport, self.id) = (transport, id) }

  /// Ends the exchange. Has no effect if it has ended.
  package func cancel() { transport.cancel(id) }
}
