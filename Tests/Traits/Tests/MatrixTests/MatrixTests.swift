import Foundation
import FoundationNetworking
import HTTPTypes
import Sluice
import SluiceTesting
import Synchronization
import TestedClients
import Testing

/// Every row of the table of clients, with every client.
@Suite(.timeLimit(.minutes(5))) struct MatrixTests {
  /// URLSession takes 50 s for 1 GiB, so that this cell is only tested with `SLUICE_LONG_CELLS=1`.
  private static let cells = Row.allCases.flatMap { row in TestedClient.allCases.map { (row, $0) } }.filter {
    $0 != (.memory, .urlSession) || ProcessInfo.processInfo.environment["SLUICE_LONG_CELLS"] != nil
  }

  @Test(arguments: cells) func `a client does what its cell says`(row: Row, client: TestedClient) async throws
  {
    let outcome =
      switch row {
      case .redirect: try await redirect(client)
      case .challenge: try await challenge(client)
      case .retry: try await retry(client)
      case .cancellation: try await cancellation(client)
      case .slowServer: try await incomplete(client, stalls: true)
      case .shortBody: try await incomplete(client, stalls: false)
      case .exactLength: try await exactLength(client)
      case .memory: try await memory(client)
      }
    #expect(outcome == row.outcome(with: client))
  }

  @Test func `the table of the article has these cells`() throws {
    let package = URL(filePath: #filePath).appending(path: "../../../../..").standardized
    let article = package.appending(path: "Sources/Client/Sluice/Sluice.docc/WithOtherPackages.md")
    let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n").map(String.init)
    let header = "| | \(TestedClient.allCases.map(\.rawValue).joined(separator: " | ")) |"
    let rows = Row.allCases.map { row in
      let cells = TestedClient.allCases.map { row.outcome(with: $0) }
      return "| \(row.rawValue) | \(cells.joined(separator: " | ")) |"
    }
    let table = lines.drop { $0 != header }.dropFirst(2).prefix { $0.hasPrefix("|") }
    #expect(Array(table) == rows)
  }

  // MARK: The rows

  private let form = MultipartForm {
    FormField("title", "Holiday")
    FormFile("video", .bytes([UInt8](repeating: 7, count: 3_000_000)), fileName: "a.mov")
  }

  private func redirect(_ client: TestedClient) async throws -> String {
    let seen = Mutex<[String]>([])
    let server = try LoopbackServer.http { request, connection in
      let count = try connection.readBody { _ in }
      seen.withLock { $0.append("\(request.method) \(request.path) \(count)") }
      if request.path == "/new" { return try connection.respond(200) }
      try connection.respond(307, fields: [.location: "/new"])
    }
    defer { server.stop() }
    let error = try await response(of: server, "/old", method: .post, form, with: client)
    let count = try #require(try form.byteCount)
    let requests = seen.withLock { $0 }
    if requests == ["POST /old \(count)", "POST /new \(count)"], error == nil {
      return "the whole form is sent again"
    }
    return requests == ["POST /old \(count)"] && error?.head.status == .temporaryRedirect
      ? "the 307 is the response" : "\(requests), \(String(describing: error))"
  }

  private func challenge(_ client: TestedClient) async throws -> String {
    let server = try LoopbackServer.http { request, connection in
      try connection.readBody { _ in }
      if request.fields[.authorization] == "Basic YW5uOnNlY3JldA==" { return try connection.respond(200) }
      try connection.respond(401, fields: [.wwwAuthenticate: #"Basic realm="a""#])
    }
    defer { server.stop() }
    let error = try await response(of: server, method: .put, .text("a"), with: client)
    return error.map { "the \($0.head.status.code) is an error" } ?? "answered"
  }

  private func retry(_ client: TestedClient) async throws -> String {
    let count = Mutex(0)
    let server = try LoopbackServer.http { _, connection in
      let isLast = count.withLock { count in
        count += 1
        return count == 3
      }
      try connection.respond(isLast ? 200 : 503, fields: [.retryAfter: "0"])
    }
    defer { server.stop() }
    let error = try await response(of: server, with: client)
    return error.map { "the \($0.head.status.code) is an error" } ?? "sent again"
  }

  private func cancellation(_ client: TestedClient) async throws -> String {
    let (isSent, hasSent) = AsyncStream.makeStream(of: Void.self)
    let (isClosed, hasClosed) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer.http { _, connection in
      try connection.sendHalf()
      hasSent.finish()
      connection.waitForClose()
      hasClosed.finish()
    }
    defer { server.stop() }
    let request = request(server)
    return try await client.use { send in
      let task = Task { try await send(request) }
      for await _ in isSent {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      for await _ in isClosed {}
      return "the connection ends"
    }
  }

  private func incomplete(_ client: TestedClient, stalls: Bool) async throws -> String {
    let server = try LoopbackServer.http { _, connection in
      try connection.sendHalf()
      if stalls { connection.waitForClose() }
      connection.finishWriting()
    }
    defer { server.stop() }
    do {
      _ = try await client.use { try await $0(request(server)) }
      return "a response"
    } catch let error as SessionError {
      return "`\(error.code)`"
    } catch let error as URLError {
      let names: [URLError.Code: String] = [.timedOut: "timedOut", .unknown: "unknown"]
      return "`URLError.\(names[error.code] ?? "\(error.code.rawValue)")`"
    }
  }

  private func exactLength(_ client: TestedClient) async throws -> String {
    let form = form
    let count = try form.byteCount
    let server = try LoopbackServer.http { request, connection in
      let received = try connection.readBody { _ in }
      let isExact = !request.isChunked && request.contentLength == count && received == count
      try connection.respond(isExact ? 200 : 400)
    }
    defer { server.stop() }
    let error = try await response(of: server, method: .post, form, with: client)
    if let error { return "\(error)" }
    return client == .urlSession ? "exact, from a file" : "exact"
  }

  private func memory(_ client: TestedClient) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
    #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    let received = Mutex<Int64>(0)
    let server = try LoopbackServer.http { _, connection in
      let count = try connection.readBody { _ in }
      received.withLock { $0 = count }
      try connection.respond(200)
    }
    defer { server.stop() }
    let growth = try await Self.output(
      of: "FormUploader", [client.rawValue, "\(server.port)", file.path])
    #expect(received.withLock { $0 } > 1 << 30)
    let count = try #require(Int(growth.trimmingCharacters(in: .whitespacesAndNewlines)), "\(growth)")
    return count < 25 << 20 ? "less than 25 MiB" : "\(count >> 20) MiB"
  }

  // MARK: Helpers

  private func request(
    _ server: LoopbackServer, _ path: String = "/", method: HTTPRequest.Method = .get,
    _ body: (any BodySource)? = nil
  ) -> SessionRequest {
    SessionRequest(
      HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:\(server.port)", path: path),
      body: body)
  }

  /// Sends a request, and returns the error of a refused response; `nil` after success.
  private func response(
    of server: LoopbackServer, _ path: String = "/", method: HTTPRequest.Method = .get,
    _ body: (any BodySource)? = nil, with client: TestedClient
  ) async throws -> ResponseError? {
    do {
      _ = try await client.use { try await $0(request(server, path, method: method, body)) }
      return nil
    } catch let error as ResponseError {
      return error
    }
  }

  /// Runs a program beside this one, and returns what it prints.
  private static func output(of program: String, _ arguments: [String]) async throws -> String {
    let folder = try #require(URL(string: "file:///proc/self/exe")).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let process = Process()
    process.executableURL = folder.appending(component: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    let (end, didEnd) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in didEnd.finish() }
    try process.run()
    for await _ in end {}
    #expect(process.terminationStatus == 0)
    return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}

extension LoopbackConnection {
  /// Sends the head of a response with 1,000 bytes, and half of them.
  fileprivate func sendHalf() throws {
    try write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    try write([UInt8](repeating: 7, count: 500))
  }
}
