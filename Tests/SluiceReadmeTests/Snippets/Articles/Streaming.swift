// The snippets of "Streaming", formatted as there.
// swift-format-ignore-file

import Sluice

private func isLast(_ event: Event) -> Bool { true }

private func read(session: Session) async throws {
  // Article
  for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
  for try await user in session.stream("export", decoding: .jsonElements(User.self)) { add(user) }
  for try await message in session.events("live") { print(message.type, message.data) }
  for try await line in session.stream("log", decoding: .lines()) { print(line) }
  // end
}

private func stop(session: Session) async throws {
  // Article
  for try await event in session.stream("events", decoding: .jsonLines(Event.self)) {
    if isLast(event) { break }
  }
  // end
}

private func errors(session: Session) async throws {
  // Article
  do {
    for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
  } catch let error as StreamError where error.code == .undecodableRecord {
    print(error.line, error.byteOffset, error.underlying ?? "")
  }
  // end
}

private func reconnect(session: Session, lastID: String, save: (String) -> Void) async throws {
  // Article
  for try await message in session.events("live") { print(message.type, message.data) }
  // end

  // Article
  var request = try session.request(.get, "live")
  request.options.idleTimeout = .after(.seconds(45))
  let stream = session.events(request, options: .init(lastEventID: lastID))
  for try await message in stream { handle(message) }
  save(stream.state.lastEventID)
  // end

  // Article
  request.options.retries = .init(maximumCount: 20)
  request.options.retries?.statuses = [429, 502, 503, 504]
  // end
}

private func converse(session: Session, prompt: [String: String]) async throws {
  // Article
  let request = try session.request(.post, "chat", prompt, encoding: .json)
  for try await message in session.events(request) { print(message.data) }
  // end
}

private func batches(session: Session) async throws {
  // Article
  let response = try await session.send(session.request(.get, "events"))
  let events = try await response.stream(decoding: .jsonLines(Event.self))
  for try await batch in events.batches { add(batch.count) }
  // end
}

private func bytes(session: Session) async throws {
  // Article
  let response = try await session.send(session.request(.get, "archive"))
  for try await chunk in response.body { handle(chunk) }
  // end
}

private func parse(chunks: AsyncStream<[UInt8]>) async throws {
  // Article
  for try await user in ElementStream(chunks, decoding: .jsonLines(User.self)) { add(user) }
  // end
}

private func send(session: Session, chunks: AsyncStream<[UInt8]>) async throws {
  // Article
  try await session.upload(.async(chunks), to: "import", fields: [.contentType: "application/x-ndjson"])
  // end
}
