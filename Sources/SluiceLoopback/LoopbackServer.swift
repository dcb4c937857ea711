internal import SluiceBody

/// A TCP server on 127.0.0.1, for demonstrations and tests. Each connection has a thread of its own, which
/// runs the handler as straight-line blocking code: it reads, writes, stalls, resets or half-closes as the
/// script says.
///
/// A server runs until ``stop()``, whether or not anybody still refers to it.
public final class LoopbackServer: Sendable {
  /// What a connection's thread runs. When it returns, or throws, the connection is closed: the end of stream
  /// is sent, and what the peer still has to say is discarded (up to 32 MiB, for up to 2 seconds), since
  /// closing with unread bytes would reset the connection and could destroy the last answer on its way.
  public typealias Handler = @Sendable (LoopbackConnection) throws -> Void

  /// The port; 0 for a Unix-domain socket.
  public let port: UInt16

  private let listener: Socket
  private let path: String?
  private let handler: Handler
  private let connections = Lock(Connections())
  /// The accepting thread; nil once stopped. Locked during all of ``stop()``, so that a second call waits for
  /// the first.
  private let acceptor = Lock<SystemThread?>(nil)

  /// Who takes an entry out of `open` joins its thread: `stop()`, or the thread of the connection that ends
  /// next.
  private struct Connections: Sendable {
    var accepted = 0
    var open: [Int: (socket: Socket, thread: SystemThread)] = [:]
    var lastEnded: SystemThread?
    var failures: [any Error] = []

    mutating func note(_ failure: any Error) {
      if failures.count < 100 { failures.append(failure) }
    }
  }

  /// Starts a server on 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: 0 by default: the system picks a free one.
  ///   - handler: What each connection's thread runs.
  /// - Throws: ``LoopbackError`` where the port is taken or the system has no resources left.
  public convenience init(port: UInt16 = 0, handler: @escaping Handler) throws {
    try self.init(listener: .listening(onPort: port), path: nil, handler: handler)
  }

  /// Starts a server on a Unix-domain socket.
  ///
  /// - Parameters:
  ///   - path: Where to make the socket; nothing may be there yet. ``stop()`` removes it.
  ///   - handler: What each connection's thread runs.
  /// - Throws: ``LoopbackError`` where the path is taken, not writable, or longer than 107 bytes.
  public convenience init(unixSocket path: String, handler: @escaping Handler) throws {
    try self.init(listener: .listening(atPath: path), path: path, handler: handler)
  }

  /// Starts an HTTP/1.1 server on a free port of 127.0.0.1: every connection runs
  /// ``LoopbackConnection/serveRequests(_:)`` with `respond`.
  public static func http(
    _ respond: @escaping @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void
  ) throws -> LoopbackServer {
    try LoopbackServer { try $0.serveRequests(respond) }
  }

  private init(listener: Socket, path: String?, handler: @escaping Handler) throws {
    self.listener = listener
    self.path = path
    self.handler = handler
    port = path == nil ? listener.port : 0
    let thread = try SystemThread { [self] in
      while let socket = self.listener.accept() { admit(socket) }
    }
    acceptor.withLock { $0 = thread }
  }

  /// `http://127.0.0.1:PORT`; for a Unix-domain socket `http://localhost`.
  public var url: String { path == nil ? "http://127.0.0.1:\(port)" : "http://localhost" }

  /// How many connections were accepted so far: with keep-alive fewer than there were requests.
  public var acceptedConnections: Int { connections.withLock { $0.accepted } }

  /// How many connections are open whose peer has not hung up.
  public var connectedPeers: Int {
    connections.withLock { connections in
      connections.open.values.count { !$0.socket.wait(for: .peerFinished, atMost: .zero) }
    }
  }

  /// What handlers threw, oldest first and a hundred at most, but for peers that hung up
  /// (``LoopbackError/Code/peerClosed``). Complete once ``stop()`` has returned.
  public var failures: [any Error] { connections.withLock { $0.failures } }

  /// Stops accepting, ends open connections (a handler that waits in a read gets the end of stream, one that
  /// waits in a write an error), and returns when every thread has ended and every descriptor is closed.
  /// Further calls do nothing. Not to be called from a handler, whose thread would wait for itself.
  public func stop() {
    acceptor.withLock { acceptor in
      guard let thread = acceptor.take() else { return }
      listener.shutDown()
      thread.join()
      listener.close()
      if let path { Socket.remove(atPath: path) }

      let (open, lastEnded) = connections.withLock {
        let open = $0.open
        $0.open = [:]
        return (open.values, $0.lastEnded.take())
      }
      for connection in open { connection.socket.shutDown() }
      for connection in open { connection.thread.join() }
      lastEnded?.join()
    }
  }

  private func admit(_ socket: Socket) {
    // Locked around the thread's start, so that it cannot end before its entry is there.
    connections.withLock { connections in
      connections.accepted += 1
      let id = connections.accepted
      do {
        let thread = try SystemThread { [self] in run(socket, id: id) }
        connections.open[id] = (socket, thread)
      } catch {
        connections.note(error)
        socket.close()
      }
    }
  }

  private func run(_ socket: Socket, id: Int) {
    let connection = LoopbackConnection(socket)
    do {
      try handler(connection)
    } catch {
      if (error as? LoopbackError)?.code != .peerClosed { connections.withLock { $0.note(error) } }
    }
    connection.close()
    // Each thread joins the one that ended before it: at any time one stack at most waits to be freed.
    let previous = connections.withLock { connections -> SystemThread? in
      guard let (_, thread) = connections.open.removeValue(forKey: id) else { return nil }
      defer { connections.lastEnded = thread }
      return connections.lastEnded
    }
    previous?.join()
  }
}
