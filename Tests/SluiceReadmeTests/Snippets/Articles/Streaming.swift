// The snippets of "Streaming", formatted as there.
// swift-format-ignore-file

import Sluice

private func isLast(_ event: Event) -> Bool { true }

private func read(session: Session) async throws {
  // Article
  for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
  for try await user in session.stream("export", decoding: .jsonElements(User.self)) { add(user) }
  for try await message in session.stream("live", decoding: .serverSentEvents()) { print(message.type, message.data) }
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

private func wait(session: Session) async throws {
  // Article
  var request = try session.request(.get, "live")
  request.options.idleTimeout = .some(nil)
  for try await message in session.stream(request, decoding: .serverSentEvents()) { handle(message) }
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

private func reconnect(session: Session) async throws {
  // Article
  var parser = ServerSentEventParser()
  while !Task.isCancelled {
    let request = try session.request(.get, "live", fields: [.init("Last-Event-ID")!: parser.lastEventID])
    let response = try await session.send(request)
    for try await chunk in response.body {
      var position = 0
      while let event = try parser.next(in: chunk.span, from: &position) { handle(event) }
    }
    try await Task.sleep(for: parser.reconnectionTime ?? .seconds(3))
  }
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
  let users = ElementStream(chunks, makeParser: { JSONLinesParser(of: User.self) })
  for try await user in users { add(user) }
  // end
}

private func send(session: Session, chunks: AsyncStream<[UInt8]>) async throws {
  // Article
  try await session.upload(.async(chunks), to: "import", fields: [.contentType: "application/x-ndjson"])
  // end
}
