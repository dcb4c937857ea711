import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Uploads of files in parts by the tool.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct UploadPartsTests {
  private let folder: TemporaryDirectory
  private let content = sampleBytes(4 << 20) + Array(1...7)
  private var path: String { folder.path("file") }
  private var record: String { folder.path("record") }

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("file", content)
  }

  /// A store of parts, which may act for each block that arrives.
  private final class Store: Sendable {
    private struct State {
      var parts: [String: [UInt8]] = [:]
      var received: [String] = []
      var statuses: [String: Int] = [:]
    }

    private let state = Lock(State())
    private let didReceive: @Sendable (Int) -> Void

    init(didReceive: @escaping @Sendable (Int) -> Void = { _ in }) { self.didReceive = didReceive }

    /// The targets of the requests whose bodies have arrived.
    var received: [String] { state.withLock { $0.received } }

    func set(_ status: Int?, of target: String) { state.withLock { $0.statuses[target] = status } }

    func bytes(of targets: [String]) -> [UInt8] {
      state.withLock { state in targets.flatMap { state.parts[$0] ?? [] } }
    }

    func serve(_ connection: LoopbackConnection) throws {
      try connection.serveRequests { request, connection in
        var bytes: [UInt8] = []
        try connection.readBody { block in
          bytes += [UInt8](copying: block)
          didReceive(block.count)
        }
        let status = state.withLock { state in
          if state.statuses[request.target] == nil { state.parts[request.target] = bytes }
          state.received.append(request.target)
          return state.statuses[request.target]
        }
        if let status { return try connection.respond(status, body: "refused") }
        try connection.respond(200, headers: [("ETag", "\"\(request.target.utf8.count)-\(bytes.count)\"")])
      }
    }
  }

  private func targets(_ count: Int) -> [String] { (1...count).map { "/key?partNumber=\($0)&uploadId=u1" } }

  /// Writes the file of URLs.
  private func writeURLs(_ server: LoopbackServer, _ count: Int, ending: String = "\n") throws -> String {
    try folder.file("urls", Array(targets(count).map { server.url + $0 + ending }.joined().utf8))
  }

  private func arguments(_ urls: String, _ others: String...) -> [String] {
    ["upload-parts", path, "--urls", urls, "--part-size", "1M", "--limits", "any", "--record", record]
      + others
  }

  @Test(arguments: ["\n", "\r\n", " \n"]) func `each part goes to its line, and a line is printed for it`(
    ending: String
  ) throws {
    let store = Store()
    try withServer(store.serve) { server in
      let outcome = try sluice(arguments(writeURLs(server, 5, ending: ending)))
      outcome.expectSuccess()
      #expect(
        outcome.text.split(separator: "\n").last == """
          {"number":5,"offset":4194304,"size":7,"etag":"\\"29-7\\"","fields":[["ETag","\\"29-7\\""]]}
          """)
      #expect(outcome.text.split(separator: "\n").count == 5)
    }
    #expect(store.bytes(of: targets(5)) == content)
    #expect(store.received.count == 5)
    #expect(try folder.names().sorted() == ["file", "urls"])
  }

  @Test func `the list has the forms that complete an upload to S3`() throws {
    let store = Store()
    try withServer(store.serve) { server in
      let urls = try writeURLs(server, 1)
      let common = ["upload-parts", path, "--urls", urls, "--record", record]
      let list = folder.path("list")
      try sluice(common + ["--format", "xml", "-o", list]).expectSuccess()
      #expect(
        String(decoding: try folder.contents("list"), as: UTF8.self) == """
          <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Part><PartNumber>1</PartNumber>\
          <ETag>"29-4194311"</ETag></Part></CompleteMultipartUpload>\n
          """)
      let json = try sluice(common + ["--format", "json"])
      #expect(json.text == #"{"Parts":[{"ETag":"\"29-4194311\"","PartNumber":1}]}"# + "\n")
    }
  }

  @Test func `the URLs can come from standard input`() throws {
    let store = Store()
    try withServer(store.serve) { server in
      _ = try writeURLs(server, 5)
      try sluice(arguments("-"), input: .bytes(try folder.contents("urls"))).expectSuccess()
    }
    #expect(store.bytes(of: targets(5)) == content)
  }

  @Test(arguments: [#"$(printf 'a\\377')"#, "gone"])
  func `a relative path is in the working folder, whatever its name, or an error if that was removed`(
    name: String
  ) throws {
    // The second name is what the first one looks like as UTF-8.
    let script = """
      cd "$1" && mkdir "a\u{FFFD}" \(name) && echo other >"a\u{FFFD}/body" && cd \(name) && echo mine >body
      if [ \(name) = gone ]; then rm -r ../gone; fi
      "$0" upload-parts plan body
      """
    let outcome = try Run("sh", ["-c", script, toolPath, folder.path]).finish()
    if name == "gone" {
      #expect(outcome.end == .exited(66), "\(outcome.errors)")
    } else {
      #expect(
        outcome.end == .exited(0) && outcome.text.contains(#""size":5,"#), "\(outcome.text)\(outcome.errors)")
    }
  }

  @Test(
    arguments: [
      "equal": ("/a?sig=1", "/a?sig=1"), "equal in normal form": ("/a%2db", "/a%2Db#x"),
      "signed anew": (
        "/a?uploadId=u&partNumber=1&X-Amz-Signature=1", "/a?partNumber=1&uploadId=u&X-Amz-Signature=2"
      ),
    ] as NamedCases<(String, String)>)
  func `two lines with one URL are an error before anything is sent`(urls: NamedCase<(String, String)>) throws
  {
    let store = Store()
    try withServer(store.serve) { server in
      let (first, second) = urls.value
      let lines = ["/other", first, second].map { server.url + $0 + "\n" }.joined()
      let list = try folder.file("urls", Array(lines.utf8))
      let plan = folder.path("plan")
      try sluice("upload-parts", "plan", path, "--part-size", "1M", "--limits", "any", "-o", plan)
        .expectSuccess()
      for command in [arguments(list), ["upload-parts", "send", plan, "--urls", list, "--only", "1-2"]] {
        try sluice(command).expectFailure(65, "repeated-url", saying: "lines 2 and 3")
      }
    }
    #expect(store.received.isEmpty)
  }

  @Test func `too few URLs are an error before anything is sent`() throws {
    let store = Store()
    try withServer(store.serve) { server in
      try sluice(arguments(writeURLs(server, 4)))
        .expectFailure(65, "too-few-urls", saying: "5 parts of 1048576 bytes", "4 URLs")
    }
    #expect(store.received.isEmpty)
  }

  @Test func `parts that S3 refuses, and malformed options, are wrong usage`() throws {
    let urls = try folder.file("urls", Array("http://127.0.0.1:1/\n".utf8))
    try folder.file("large", Array(repeating: 0, count: 6 << 20))
    try folder.file("urls", Array("http://127.0.0.1:1/\nhttp://127.0.0.1:1/2\n".utf8))
    try sluice("upload-parts", folder.path("large"), "--urls", urls, "--part-size", "5242879")
      .expectFailure(64, "invalid-configuration", saying: "too small")
    for options in [
      ["--part-size", "1T"], ["--part-size", "0"], ["--part-size", "M"], ["--part-size", "99999999999G"],
      ["--parallel", "0"], ["--limits", "b"], ["--format", "csv"], ["-i"], ["-X", "a b"],
    ] {
      let outcome = try sluice(["upload-parts", path, "--urls", urls] + options)
      #expect(outcome.end == .exited(64), "\(options)")
    }
    try sluice("upload-parts", folder.path("none"), "--urls", urls).expectFailure(66, "file-missing")
    try sluice("upload-parts", path, "--urls", folder.path("none")).expectFailure(66, "file-missing")
  }

  @Test func `a refused part leaves a record, and a note says how to resume`() throws {
    let store = Store()
    store.set(403, of: targets(3)[2])
    try withServer(store.serve) { server in
      let urls = try writeURLs(server, 5)
      let outcome = try sluice(arguments(urls, "--parallel", "1", "--retry", "2"))
      #expect(outcome.end == .exited(78) && outcome.text == "")
      #expect(
        outcome.errorLines.first
          == "note: \(record) has the record of this upload; the same command resumes it, also with new URLs"
      )
      #expect(outcome.errorLines.last?.hasPrefix("error: unacceptable-status: ") == true)
      #expect(!outcome.errors.contains("uploadId"))
      store.set(nil, of: targets(3)[2])
      let rest = try sluice(arguments(urls))
      rest.expectSuccess()
      #expect(rest.text.split(separator: "\n").count == 5)
    }
    #expect(store.bytes(of: targets(5)) == content)
    #expect(store.received.sorted() == (targets(5) + [targets(3)[2]]).sorted())
  }

  @Test func `a note says how to resume an interrupted upload`() throws {
    // The server does not finish the second part until the process has ended.
    let (count, hasEnded) = (Lock(0), Event())
    let store = Store { blockCount in
      let isSecond = count.withLock { count in
        count += blockCount
        return count > 1 << 20
      }
      if isSecond { try? hasEnded.waitOnThread() }
    }
    try withServer(store.serve) { server in
      let urls = try writeURLs(server, 5)
      let run = try Run(toolPath, arguments(urls, "--parallel", "1"))
      #expect(eventuallyOnThread { (try? folder.contents("record").first) == UInt8(ascii: "{") })
      run.send(SIGINT)
      let outcome = run.finish()
      hasEnded.happen()
      #expect(outcome.end == .exited(130))
      #expect(
        outcome.errors
          == "note: \(record) has the record of this upload; the same command resumes it, also with new URLs\n"
      )
      try sluice(arguments(urls)).expectSuccess()
    }
    #expect(store.bytes(of: targets(5)) == content)
  }

  @Test func `the record of another upload ID is refused`() throws {
    let store = Store()
    store.set(404, of: targets(3)[2])
    try withServer(store.serve) { server in
      _ = try sluice(arguments(writeURLs(server, 5), "--parallel", "1"))
      let text = targets(5).map { server.url + $0.replacing("u1", with: "u2") + "\n" }.joined()
      let other = try folder.file("others", Array(text.utf8))
      try sluice(arguments(other)).expectFailure(65, "invalid-record", saying: record)
    }
  }

  @Test(
    arguments: [
      "another bucket": "/bucket/key?partNumber=1&uploadId=u1",
      "another key": "/key2?partNumber=1&uploadId=u1",
      "another upload": "/key?partNumber=1&uploadId=u2",
      "an upload without an identifier": "/key?partNumber=1",
    ] as NamedCases)
  func `the parts of another target are not taken`(target: NamedCase<String>) throws {
    let store = Store()
    store.set(404, of: targets(3)[2])
    try withServer(store.serve) { server in
      _ = try sluice(arguments(writeURLs(server, 5), "--parallel", "1"))
      let others = (1...5).map { target.value.replacing("Number=1", with: "Number=\($0)") }
      let urls = try folder.file("others", Array(others.map { server.url + $0 + "\n" }.joined().utf8))
      try sluice(arguments(urls)).expectFailure(65, "invalid-record", saying: record)
    }
    #expect(store.received.sorted() == targets(3))
  }

  @Test func `the parts of another store are not taken, and those with another signature are`() throws {
    let (store, other) = (Store(), Store())
    store.set(404, of: targets(3)[2])
    try withServer(store.serve) { server in
      _ = try sluice(arguments(writeURLs(server, 5), "--parallel", "1"))
      try withServer(other.serve) { otherServer in
        try sluice(arguments(writeURLs(otherServer, 5))).expectFailure(65, "invalid-record", saying: record)
      }
      let signed = targets(5).map { server.url + $0 + "&X-Amz-Signature=new\n" }.joined()
      try sluice(arguments(folder.file("signed", Array(signed.utf8)))).expectSuccess()
    }
    #expect(other.received.isEmpty)
    #expect(store.received.count == 3 + 3)
  }

  @Test func `a part that is confirmed without an ETag is an error, unless the store has none`() throws {
    try withServer { connection in
      try connection.serveRequests { _, connection in
        _ = try connection.readBody()
        try connection.respond(200)
      }
    } test: { server in
      let urls = try writeURLs(server, 5)
      let s3 = ["upload-parts", path, "--urls", urls, "--record", record]
      try sluice(s3 + ["--format", "xml"]).expectFailure(76, "invalid-response", saying: "ETag", "part 1")
      try sluice(s3).expectFailure(76, "invalid-response", saying: "ETag")
      let lines = try sluice(arguments(urls))
      lines.expectSuccess()
      #expect(lines.text.split(separator: "\n").count == 5)
      for format in ["xml", "json"] {
        try sluice(arguments(urls, "--format", format)).expectFailure(76, "invalid-response", saying: "ETag")
      }
    }
  }

  @Test(arguments: [seedOfThisRun])
  func `a killed upload sends only what was not finished`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let plan = KillPlan()
      let store = Store(didReceive: plan.didReceive)
      try withServer(store.serve) { server in
        let urls = try writeURLs(server, 5)
        for attempt in 0... {
          try #require(attempt < 20)
          let limit = Int.random(in: 0...(content.count / 2), using: &generator)
          let outcome = try plan.run(
            arguments(urls, "--parallel", "2"), killingAfter: attempt < 4 ? limit : .max)
          if outcome.end == .exited(0) {
            #expect(outcome.text.split(separator: "\n").count == 5)
            break
          }
          try #require(outcome.end == .killed(by: SIGKILL), "\(outcome.errors)")
        }
      }
      #expect(store.bytes(of: targets(5)) == content)
      #expect(try folder.names().sorted() == ["file", "urls"])
      #expect(plan.kills > 0)
    }
  }

  // MARK: Several machines

  /// Divides the file into five parts.
  private func writePlan(_ options: String...) throws -> String {
    let plan = folder.path("plan")
    try sluice(
      ["upload-parts", "plan", path, "--part-size", "1M", "--limits", "any", "-o", plan] + options
    ).expectSuccess()
    return plan
  }

  @Test func `a plan does not replace its file`() throws {
    try sluice("upload-parts", "plan", path, "-o", path).expectFailure(64, "usage", saying: "-o is the file")
    #expect(try folder.contents("file").count > 1000)
  }

  private func send(_ plan: String, _ urls: String, to results: String, _ others: String...) -> [String] {
    ["upload-parts", "send", plan, "--urls", urls, "-o", folder.path(results)] + others
  }

  @Test func `machines send their shares of a plan, and one of them prints the list`() throws {
    let store = Store()
    try withServer(store.serve) { server in
      let (plan, urls) = (try writePlan(), try writeURLs(server, 5))
      try sluice(send(plan, urls, to: "a", "--only", "1-2")).expectSuccess()
      try sluice(send(plan, urls, to: "b", "--only", "3")).expectSuccess()
      let finish = ["upload-parts", "finish", plan, folder.path("a"), folder.path("b"), "--limits", "any"]
      try sluice(finish).expectFailure(65, "invalid-record", saying: "2 of 5 parts, the first of which is 4")
      try sluice(send(plan, urls, to: "c", "--only", "4-5")).expectSuccess()
      try sluice("upload-parts", "finish", plan, folder.path("a"), folder.path("b"), folder.path("c"))
        .expectFailure(64, "invalid-configuration", saying: "too small")
      let outcome = try sluice(finish + [folder.path("c"), folder.path("b"), "--format", "json"])
      outcome.expectSuccess()
      #expect(
        outcome.text == #"{"Parts":["#
          + (1...4).map { #"{"ETag":"\"29-1048576\"","PartNumber":\#($0)},"# }.joined()
          + #"{"ETag":"\"29-7\"","PartNumber":5}]}"# + "\n")
    }
    #expect(store.bytes(of: targets(5)) == content)
    #expect(store.received.count == 5)
  }

  @Test func `a share that ends early is resumed with its results`() throws {
    let store = Store()
    try withServer(store.serve) { server in
      let (plan, urls) = (try writePlan("--no-digests"), try writeURLs(server, 5))
      store.set(403, of: targets(5)[2])
      let arguments = send(plan, urls, to: "results", "--parallel", "1")
      try sluice(arguments).expectFailure(78, "unacceptable-status")
      #expect(store.received == Array(targets(5)[0...2]))
      // What a process that was killed has left of a line.
      let lines = try folder.contents("results")
      try folder.file("results", lines + Array(#"{"number":3,"off"#.utf8))
      store.set(nil, of: targets(5)[2])
      try sluice(arguments).expectSuccess()
      #expect(store.received == Array(targets(5)[0...2]) + Array(targets(5)[2...4]))
      try sluice(arguments).expectSuccess()
      #expect(store.received.count == 6)
      try sluice("upload-parts", "finish", plan, folder.path("results"), "--limits", "any").expectSuccess()
    }
    #expect(store.bytes(of: targets(5)) == content)
  }

  @Test(arguments: [true, false])
  func `results that are removed or replaced are an error`(isReplaced: Bool) throws {
    let results = folder.path("results")
    let store = Store { [folder] _ in
      try? FileManager.default.removeItem(atPath: results)
      if isReplaced { _ = try? folder.file("results", Array("foreign".utf8)) }
    }
    try withServer(store.serve) { server in
      let (plan, urls) = (try writePlan(), try writeURLs(server, 5))
      try sluice(send(plan, urls, to: "results", "--parallel", "1"))
        .expectFailure(74, "write-failed", saying: "removed or replaced")
    }
    #expect(store.received.count == 1)
    if isReplaced { #expect(try folder.contents("results") == Array("foreign".utf8)) }
  }

  @Test func `without a file, each result is a line of the output`() throws {
    let store = Store()
    try withServer(store.serve) { server in
      let (plan, urls) = (try writePlan(), try writeURLs(server, 5))
      let outcome = try sluice("upload-parts", "send", plan, "--only", "5", "--urls", urls)
      outcome.expectSuccess()
      #expect(outcome.text.hasPrefix(#"{"version":1,"results":"parts","of":""#))
      // sha256sum
      #expect(
        outcome.text.split(separator: "\n").last.map { $0 + "\n" } == """
          {"number":5,"offset":4194304,"size":7,"etag":"\\"29-7\\"","fields":[["ETag","\\"29-7\\""]],\
          "sha256":"32bbe378a25091502b2baf9f7258c19444e7a43ee4593b08030acd790bd66e6a"}

          """)
    }
  }

  @Test func `mistakes in a share are errors before anything is sent`() throws {
    let store = Store()
    try withServer(store.serve) { server in
      let (plan, urls) = (try writePlan(), try writeURLs(server, 5))
      try sluice(send(plan, urls, to: "a", "--only", "5-6"))
        .expectFailure(65, "too-few-urls", saying: "part 6 needs a URL", "5 URLs")
      try sluice(send(path, urls, to: "a")).expectFailure(65, "invalid-record", saying: "line 1")
      try sluice(send(plan, urls, to: "urls")).expectFailure(64, "usage", saying: "urls")
      try sluice(send(plan, urls, to: "a", "--file", folder.path("none"))).expectFailure(66, "file-missing")
      for numbers in ["0", "0-1", "2-1", "1-", "-1", "a", "1-2-3", "99999999999999999999"] {
        #expect(try sluice(send(plan, urls, to: "a", "--only=\(numbers)")).end == .exited(64), "\(numbers)")
      }
      try folder.file("file", content.dropLast() + [9])
      try sluice(send(plan, urls, to: "a")).expectFailure(66, "changed")
    }
    #expect(store.received.isEmpty)
  }
}
