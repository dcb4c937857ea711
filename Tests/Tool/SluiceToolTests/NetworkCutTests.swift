import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Uploads of the tool while the network is down, in network namespaces of their own.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(
    if: NetworkNamespace.isAvailable, "needs `ip` of iproute2, and the right to make network namespaces"))
struct NetworkCutTests {
  /// The loss: of packets for a while, or also of the connection, after which the upload waits for a route.
  enum Loss: CaseIterable { case ofPackets, ofConnection }

  @Test(arguments: [false, true], Loss.allCases)
  func `an upload survives an interface that is down for 5 seconds`(isTus: Bool, loss: Loss) async throws {
    let folder = try TemporaryDirectory()
    // More than the buffers of the system hold, so that it cannot all be sent before the server reads on.
    let content = (0..<4).flatMap { _ in sampleBytes(4 << 20) }
    let path = try folder.file("file", content)
    let record = folder.path("record")
    let namespace = try NetworkNamespace()
    try await namespace.ip("link set lo up")

    let server = InterruptedServer(tus: isTus)
    let (hasBegun, readsOn) = (Event(), Event())
    server.onBytes { [unowned server] _ in
      guard server.storedByteCount > 128 << 10 else { return }
      hasBegun.happen()
      try? readsOn.waitOnThread()
    }
    // The sockets of a server, and those of a program, are in the namespace of the thread that starts it.
    let loopback = try await namespace.run { try LoopbackServer(handler: server.serve) }
    defer { loopback.stop() }
    let run = Lock<Run?>(nil)
    try await namespace.run {
      try run.withLock {
        $0 = try start(
          "upload", loopback.url, path, isTus ? "--tus" : "--resumable", "--record", record, "--progress",
          "none")
      }
    }

    try await hasBegun.wait()
    if loss == .ofConnection {
      server.breakConnections()
      readsOn.happen()
      #expect(await eventually { loopback.connectedPeers == 0 })
    }
    try await namespace.ip("link set lo down")
    readsOn.happen()
    server.stopBreakingConnections()
    // The network is down for this time, whatever the upload does.
    try await Task.sleep(for: .seconds(5))
    #expect(server.storedByteCount < content.count)
    try await namespace.ip("link set lo up")

    let outcome = try #require(await namespace.run { run.withLock { $0.take() }?.finish() })
    outcome.expectSuccess()
    #expect(outcome.text == "done\n")
    let isSame = server.upload == content
    #expect(isSame)
    #expect(server.receivedByteCount == (server.upload?.count ?? 0) + server.discardedByteCount)
    #expect(server.methods.contains("HEAD") == (loss == .ofConnection))
    #expect(try folder.names() == ["file"])
  }
}
