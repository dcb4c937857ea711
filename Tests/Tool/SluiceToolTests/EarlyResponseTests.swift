import SluiceLoopback
import SluiceTestSupport
import Testing

/// Servers that report success and close the connection before they have received the whole body.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct EarlyResponseTests {
  static let commands = [
    ["upload", "URL", "-F", "a=@FILE"], ["upload", "URL", "-F", "a=<FILE"],
    ["upload", "URL", "-F", "a=@FILE", "--gzip"],
    ["request", "URL", "--data", "@FILE"], ["request", "PUT", "URL", "--data", "@FILE", "--expect", "any"],
  ]

  @Test(
    arguments: commands,
    [
      "200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok",
      "204 No Content\r\nConnection: close\r\n\r\n",
    ])
  func `a success before the whole body was sent is a failure`(command: [String], head: String) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("f")
    // Bytes that cannot be compressed, and more than the buffers of the system hold.
    _ = try Run("sh", ["-c", "head -c 20000000 /dev/urandom > '\(path)'"]).finish()
    try withServer {
      guard try $0.readHead() != nil else { return }
      try $0.write("HTTP/1.1 \(head)")
      $0.finishWriting()
      $0.stall()
    } test: { server in
      let outcome = try sluice(
        command.map { $0.replacing("URL", with: server.url).replacing("FILE", with: path) })
      outcome.expectFailure(76, "early-response", saying: "the server responded \(head.prefix(3)) after ")
    }
  }
}
