import ArgumentParser
import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// The values of the options of a transfer.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct TransferOptionsTests {
  @Test(arguments: [
    (["--timeout", "0"], "time limit"),
    (["--timeout", "-1"], "--timeout"),
    (["--timeout", "nan"], "time limit"),
    (["--timeout", "1000000"], "time limit"),
    (["--connect-timeout", "0"], "time limit"),
    (["--connect-timeout", "inf"], "time limit"),
    (["--idle-timeout", "0"], "time limit"), (["--response-timeout", "0"], "time limit"),
    (["--limit-rate", "0"], "--limit-rate"),
    (["--limit-rate", "1.5"], "1.5"),
    (["--max-body", "99999999999999999999"], "99999999999999999999"),
    (["--max-body=-1"], "--max-body"), (["--max-body", "1.5M"], "1.5M"), (["--max-body", "M"], "--max-body"),
    (["--max-body", "9999999999G"], "9999999999G"), (["--limit-rate", "0M"], "--limit-rate"),
    (["--max-redirects", "1001"], "--max-redirects"),
    (["--max-redirects=-1"], "--max-redirects"),
    (["--http1.1", "--http2"], "--http2"), (["--http3", "--http3-only"], "--http3"),
    (["--insecure", "--cacert", "x"], "--cacert"), (["--retry", "-1"], "--retry"),
    (["--retry", "x"], "--retry"),
    (["-u", "@"], "-u takes a file"), (["-u", "@-"], "-u takes a file"),
    (["--bearer", "@-"], "--bearer takes a file"),
    (["-u", "me:x", "--bearer", "y"], "--bearer"),
    (["--pin", "sha1//x"], "sha256//"), (["--key", "x"], "--key needs --cert"),
    (["--progress", "loud"], "loud"),
  ]) func `an invalid value is a usage error`(options: [String], message: String) throws {
    let error = #expect(throws: (any Error).self) {
      var command = try UploadCommand.parse(["http://host/"] + options)
      try command.check()
    }
    let failure = try #require(error)
    #expect(SluiceCommand.exitCode(for: failure) == .validationFailure)
    #expect(SluiceCommand.message(for: failure).contains(message))
  }

  @Test(arguments: [
    ["--timeout", "0.001", "--connect-timeout", "999999"], ["--limit-rate", "1"], ["--max-body", "0"],
    ["--limit-rate", "1M"], ["--limit-rate", "64k"], ["--max-body", "5G"],
    ["--max-redirects", "0"], ["--max-redirects", "1000"], ["-u", ":"], ["-u", "me"], ["-u", "@file"],
    ["--pin", "sha256//x", "--pin", "sha256//y"],
  ]) func `values at their bounds are accepted`(options: [String]) {
    #expect(throws: Never.self) { try UploadCommand.parse(["http://host/"] + options) }
  }

  @Test func `a size has a unit of 1024 bytes, K, M or G, in any case`() throws {
    for (text, count) in [("1000", 1000), ("64K", 64 << 10), ("1m", 1 << 20), ("5G", 5 << 30)] {
      #expect(try UploadCommand.parse(["http://host/", "--max-body", text]).transfer.maxBody == count)
      #expect(ByteSize(argument: text)?.byteCount == Int64(count))
    }
    for text in ["", "K", "1KB", "-1", "+1", "1 K", "0x1"] { #expect(ByteSize(argument: text) == nil) }
  }

  @Test func `options become a configuration`() throws {
    let plain = try UploadCommand.parse(["http://host/"]).transfer.configuration()
    #expect(
      plain.connectTimeout == .seconds(30) && plain.timeout == nil && plain.redirects.maximumCount == 20)
    #expect(plain.idleTimeout == .seconds(60) && plain.responseTimeout == .seconds(60))
    #expect(
      plain.proxy == nil && plain.unixSocketPath == nil && plain.monitors.isEmpty && plain.httpVersion == nil)
    #expect(plain.retries.maximumCount == 0)
    #expect(!plain.redirects.allowsDowngrade && plain.credentials == nil)
    if case .system = plain.trust.authorities {
    } else {
      Issue.record("authorities other than the system's are trusted")
    }
    let other = try UploadCommand.parse([
      "http://host/", "--timeout", "1.5", "--connect-timeout", "2", "--http2", "--proxy", "p",
      "--unix-socket", "s",
    ]).transfer.configuration()
    #expect(other.timeout == .seconds(1.5) && other.connectTimeout == .seconds(2))
    #expect(other.httpVersion == .http2 && other.proxy == "p" && other.unixSocketPath?._filePath == "s")
    #expect(
      try UploadCommand.parse(["http://host/", "--http1.1"]).transfer.configuration().httpVersion == .http1)
  }

  @Test(
    arguments: [
      (["--timeout", "300"], .seconds(60), nil), (["--idle-timeout", "5"], .seconds(5), .seconds(60)),
      (["--response-timeout", "90"], .seconds(60), .seconds(90)),
      (["--timeout", "300", "--response-timeout", "9", "--idle-timeout", "8"], .seconds(8), .seconds(9)),
    ] as [([String], Duration, Duration?)])
  func `the limit of a response is off if only the whole time is given`(
    options: [String], idle: Duration, response: Duration?
  ) throws {
    let configuration = try UploadCommand.parse(["http://host/"] + options).transfer.configuration()
    #expect(configuration.idleTimeout == idle && configuration.responseTimeout == response)
  }

  /// A colon separates even if it forms a single character with a combining mark.
  @Test func `the first colon separates a name from its value`() throws {
    let options = ["http://host/", "-H", "X:\u{301}a:b", "-u", "me:\u{301}p:w"]
    let fields = try UploadCommand.parse(options).head.fields()
    #expect(fields.first?.value == "\u{301}a:b")
    #expect(fields[.authorization] == AuthorizationField.basic(user: "me", password: "\u{301}p:w"))
  }
}
