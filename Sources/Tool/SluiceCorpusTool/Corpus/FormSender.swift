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
    // A session of its own has a connection of its own.
    let session = Session(configuration)
    do {
      let form = try await send(entry, in: session)
      await session.invalidate()
      return form
    } catch {
      await session.invalidate()
      throw error
    }
  }

  private func send(_ entry: Corpus.Entry, in session: Session) async throws -> SentForm {
    var fields = fields
    fields[.contentType] = entry.contentType
    var request = try session.request(.post, .init(url), fields: fields, body: .bytes(entry.bytes))
    // A server may refuse a form, or accept it, before it has all of it.
    request.options.acceptsEarlyResponse = true
    let start = ContinuousClock.now
    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
    var status: Int?
    do {
      let response = try await session.send(request)
      status = response.head.status.code
      for try await _ in response.body {}
    } catch let error as SessionError {
      if [.invalidURL, .invalidConfiguration, .unsupportedLibrary, .outOfResources].contains(error.code) {
        throw error
      }
      let form = SentForm(entry, error, seconds: seconds)
      guard let status else { return form }
      let detail = "status \(status), then \(form.detail)"
      return SentForm(entry: entry, response: form.response, detail: detail, seconds: form.seconds)
    }
    let code = status ?? 0
    return SentForm(entry: entry, response: .status(code), detail: "status \(code)", seconds: seconds)
  }

  /// Sends forms, the first one alone and then several at a time.
  ///
  /// - Parameters:
  ///   - entries: The forms.
  ///   - jobCount: The maximum number of forms at a time.
  ///   - didSend: Called after each form.
  /// - Returns: The forms in the given order, and the last one, in the order of their end, that has reached the server.
  /// - Throws: ``Failure`` if no connection can be made for the first form.
  func send(
    _ entries: [Corpus.Entry], jobCount: Int, didSend: () throws -> Void
  ) async throws -> (forms: [SentForm], last: SentForm?) {
    guard let first = entries.first else { return ([], nil) }
    let form = try await send(first)
    if form.response == .unreachable { throw Failure(.unreachable, "unreachable", form.detail) }
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
