import FoundationEssentials
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The commands of the page for users of curl: each is run, and sends the request that the page names. curl's commands
/// are run, too, if it is installed, and send the same.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CurlPageTests {
  private struct Row: Sendable, CustomTestStringConvertible {
    let other: String
    let command: String
    let request: String

    var testDescription: String { other }
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Client/Sluice/Sluice.docc/ForUsersOfCurl.md").standardized

  private static let rows: [Row] = {
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.matches(of: #/(?m)^\| `((?:curl|http) [^`]+)` \| `(sluice [^`]+)` \| `([A-Z]+ [^`]+)` \|/#)
      .map { Row(other: String($0.1), command: String($0.2), request: String($0.3)) }
  }()

  @Test func `the page has 20 commands of curl and 10 of HTTPie`() throws {
    #expect(Self.rows.count { $0.other.hasPrefix("curl ") } >= 20)
    #expect(Self.rows.count { $0.other.hasPrefix("http ") } >= 10)
    // Each line of a table is a row that is run.
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let lines = text.split(separator: "\n").count { $0.hasPrefix("| `") }
    #expect(lines == Self.rows.count)
  }

  @Test(arguments: Self.rows) private func `a command sends the request of its row`(row: Row) throws {
    let server = try Self.server()
    let own = try #require(try requests(of: row.command, with: toolPath, to: server).last)
    #expect("\(own.head.method) \(own.head.target)" == row.request)
    guard row.other.hasPrefix("curl "), isInstalled("curl") else { return }
    let other = try #require(try requests(of: row.other, with: nil, to: server).last)
    #expect("\(other.head.method) \(other.head.target)" == row.request)
    #expect(own.form == other.form)
    var names = [
      "Authorization", "Content-Type", "Cookie", "Range", "Referer", "X-First-Name", "Content-Length",
    ]
    if row.other.contains(" -A ") { names.append("User-Agent") }
    // A boundary has the length of the program that made it. The proof of a digest has a number made by the client.
    if own.boundary != nil { names.removeAll { $0 == "Content-Length" } }
    for name in names where !other[name].isEmpty {
      #expect(Self.comparable(own, name) == Self.comparable(other, name), "\(name)")
    }
  }

  private static func comparable(_ request: ReceivedRequest, _ name: String) -> [String] {
    request[name].map { value in
      if value.hasPrefix("Digest ") { return "Digest" }
      return request.boundary.map { value.replacing($0, with: "B") } ?? value
    }
  }

  /// Runs a command in a folder with its files, and returns the requests that it has sent.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - program: The program that replaces its first word, or `nil` for curl.
  ///   - server: The server that replaces `https://example.com` and the port 8080.
  private func requests(of command: String, with program: String?, to server: UploadServer) throws
    -> [ReceivedRequest]
  {
    let folder = try TemporaryDirectory()
    try folder.file("notes.txt", Array("some notes\n".utf8))
    try folder.file("form.txt", Array("a=1".utf8))
    let cookies = "# Netscape HTTP Cookie File\n\n127.0.0.1\tFALSE\t/\tFALSE\t0\tid\t1\n"
    try folder.file("cookies.txt", Array(cookies.utf8))
    let words = command.replacing("https://example.com", with: server.url)
      .replacing(" :8080", with: " :\(server.port)").split(separator: " ", maxSplits: 1)
    let line = "\(program ?? "env -u LD_LIBRARY_PATH curl -sS") \(words[1])"
    let count = server.requests.count
    let outcome = try Run("sh", ["-c", "cd \(folder.path) && \(line)"]).finish()
    let isMissing = command.contains("/missing")
    #expect(outcome.end == .exited(isMissing ? (program == nil ? 22 : 78) : 0), "\(outcome.errors)")
    return Array(server.requests.dropFirst(count))
  }

  private static func server() throws -> UploadServer {
    try UploadServer { request, connection in
      switch request.head.target {
      case "/old": try connection.respond(302, headers: [("Location", "/new")])
      case "/missing": try connection.respond(404, body: "missing")
      case "/digest" where !request["Authorization"].contains(where: { $0.contains("response=") }):
        let challenge = #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5"#
        try connection.respond(401, headers: [("WWW-Authenticate", challenge)])
      case _ where request.head.method == "HEAD": try connection.respond(200)
      default: try connection.respond(200, body: "ok")
      }
    }
  }
}
