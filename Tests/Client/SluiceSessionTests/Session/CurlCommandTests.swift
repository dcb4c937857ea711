import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The curl command that a request is printed as, run by curl.
@Suite(.ownThreads, .timeLimit(.minutes(5)), .enabled(if: ChildProcess.isInstalled("curl")))
struct CurlCommandTests {
  private struct Case: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let fields: HTTPFields
    let body: (any BodySource)?

    init(
      _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:],
      _ body: (any BodySource)? = nil
    ) {
      (self.method, self.path, self.fields, self.body) = (method, path, fields, body)
    }
  }

  private func cases(_ folder: TemporaryDirectory) throws -> [Case] {
    let file = try folder.file("it's; a \"file\".bin", patternedBytes(3_000))
    let text = "'\u{301} $(id) `id` \\ \"!x\" é\u{202E} @a\r\n\tb"
    return [
      Case(.get, "/a?b=c&d='e'"), Case(.get, "/[1-2]/{a,b}?$HOME"), Case(.delete, "/x"), Case(.head, "/x"),
      Case(.get, "/", [.accept: "it's", .contentLanguage: ""]), Case(.put, "/", [.contentType: "a/b"]),
      Case(.post, "/", [.contentType: "a/b"], .text(text)), Case(.put, "/", [:], .text("@/etc/hosts")),
      Case(.post, "/", [:], .text("")), Case(.patch, "/", [:], .bytes(patternedBytes(300))),
      Case(.post, "/", [:], .bytes([UInt8](repeating: 0x61, count: 120_000))),
      Case(.post, "/", [:], .file(at: file)),
      Case(.get, "/", [:], FileSource(at: file, range: 100..<2_000)),
      Case(
        .post, "/", [:],
        MultipartForm {
          FormField("text", text)
          FormField("quoted\"", "a;b \\\" c", contentType: .json)
          FormFile("file", at: file)
          FormFile("named", at: file, fileName: "x;\"y\\.txt", contentType: .plainText)
          FormField("content", .file(at: file))
          FormFile("inline", .text("\"v\";type=x"), fileName: "")
        }),
    ]
  }

  @Test func `curl sends the same request as the session`() async throws {
    let folder = try TemporaryDirectory()
    for item in try cases(folder) {
      let received = Record<ReceivedRequest>()
      try await withServer {
        received.append(try ReceivedRequest($0, $1))
        try $1.respond(204)
      } test: { session, _ in
        let request = try session.request(item.method, .init(item.path), fields: item.fields, body: item.body)
        _ = try await session.send(request)
        _ = try await withTaskExecutorPreference(BlockingExecutor.shared) {
          // Some are too long for an argument.
          let script =
            "unset LD_LIBRARY_PATH; curl() { command curl -sS -m 30 --noproxy '*' \"$@\"; }\n\(request.curlCommand(showingSecrets: true))\n"
          return try ChildProcess.lines(of: "sh", try folder.file("script", Array(script.utf8)))
        }
      }
      let (ours, curls) = (received.all.first, received.all.last)
      try #require(received.count == 2)
      #expect(ours?.head.method == curls?.head.method)
      #expect(ours?.head.target == curls?.head.target)
      for name in ["Accept", "Content-Language"]
      where item.fields.contains(where: { $0.name.rawName == name }) {
        #expect(ours?[name] == curls?[name])
      }
      if let form = item.body?._concrete as? MultipartForm {
        let boundary = try #require(curls?["Content-Type"].first?.split(separator: "boundary=").last)
        let pieces = (curls?.body ?? []).split(
          separator: Array(boundary.utf8), omittingEmptySubsequences: false)
        #expect(Array(pieces.joined(separator: form.boundary.description.utf8)) == ours?.body)
      } else {
        #expect(ours?["Content-Type"] == curls?["Content-Type"])
        #expect(ours?.body == curls?.body)
      }
    }
  }
}
