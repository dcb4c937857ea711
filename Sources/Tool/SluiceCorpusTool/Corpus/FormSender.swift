internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

/// Posts forms to a server, each on a connection of its own.
struct FormSender: Sendable {
  let url: String
  let fields: HTTPFields
  let configuration: Session.Configuration

  /// Sends a form, and reads the whole response.
  ///
  /// - Throws: `SessionError` for an error before anything is sent, such as an invalid URL; `CancellationError`.
  func send(_ entry: Corpus.Entry) async throws -> SentForm {
    let monitor = ConnectionMonitor()
    var configuration = configuration
    configuration.monitors.append(monitor)
    // A session of its own has a connection of its own.
    let session = Session(configuration)
    let start = ContinuousClock.now
    var (status, failure): (Int?, SessionError?)
    do {
      let response = try await session.send(request(entry, in: session))
      status = response.head.status.code
      for try await _ in response.body {}
    } catch let error as SessionError {
      failure = error
    } catch {
      await session.invalidate()
      throw error
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    // This waits for the monitor, too.
    await session.invalidate()
    guard let failure else {
      let code = status ?? 0
      return SentForm(entry: entry, response: .status(code), detail: "status \(code)", seconds: seconds)
    }
    if [.invalidURL, .invalidConfiguration, .unsupportedLibrary, .outOfResources].contains(failure.code) {
      throw failure
    }
    let isSecure = url.lowercased().hasPrefix("https:")
    return SentForm(
      entry, failure, after: status, isConnected: monitor.hasConnected(secure: isSecure), seconds: seconds)
  }

  private func request(_ entry: Corpus.Entry, in session: Session) throws -> SessionRequest {
    var fields = fields
    fields[.contentType] = entry.contentType
    var request = try session.request(.post, .init(url), fields: fields, body: .bytes(entry.bytes))
    // A server may refuse a form, or accept it, before it has all of it.
    request.options.acceptsEarlyResponse = true
    return request
  }

  /// Sends forms, the first one alone and then several at a time.
  ///
  /// - Parameters:
  ///   - entries: The forms.
  ///   - jobCount: The maximum number of forms at a time.
  ///   - didSend: Called after each form.
  /// - Returns: The forms in the given order, and the last one, in the order of their end, that has reached the server.
  /// - Throws: The error of the first form if that has not reached the server.
  func send(
    _ entries: [Corpus.Entry], jobCount: Int, didSend: () throws -> Void
  ) async throws -> (forms: [SentForm], last: SentForm?) {
    guard let first = entries.first else { return ([], nil) }
    let form = try await send(first)
    if form.response == .unreachable, let error = form.error { throw error }
    try didSend()
    return try await withThrowingTaskGroup(of: (Int, SentForm).self) { group in
      var forms = [0: form]
      var last = form
      var rest = entries.indices.dropFirst()
      func sendNext() {
        guard let index = rest.popFirst() else { return }
        group.addTask { (index, try await send(entries[index])) }
      }
      for _ in 0..<jobCount { sendNext() }
      while let (index, form) = try await group.next() {
        forms[index] = form
        if form.response != .unreachable { last = form }
        try didSend()
        sendNext()
      }
      return (entries.indices.compactMap { forms[$0] }, last)
    }
  }
}

/// Notes whether a session has had a connection.
private final class ConnectionMonitor: EventMonitor {
  private let times = Lock((connect: Duration.zero, tls: Duration.zero))

  func didMeasure(_ transfer: TransferID, _ metrics: TransferMetrics) {
    // A request after a challenge uses the connection of the first one, whose times are zero then.
    times.withLock { times in
      times = (max(times.connect, metrics.connect), max(times.tls, metrics.tls))
    }
  }

  /// Returns whether there was a connection that a request could be sent on. With TLS, the peer was trusted.
  func hasConnected(secure isSecure: Bool) -> Bool {
    times.withLock { isSecure ? $0.tls > .zero : $0.connect > .zero }
  }
}
