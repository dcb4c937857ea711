internal import SluiceBody
@_exported public import SluiceErrors

/// A server on 127.0.0.1 or a Unix-domain socket, for demonstrations and tests.
///
/// ```swift
/// let server = try LoopbackServer.http { request, connection in
///   let count = try connection.readBody { _ in }
///   try connection.respond(200, fields: [.contentType: "text/plain"], body: "\(count) bytes")
/// }
/// defer { server.stop() }
/// let text = try await session.get(.init(server.url), decoding: .text())
/// ```
///
/// Each connection has its own thread, which runs the handler as sequential blocking code. The handler decides when to
/// read, write, stall, reset or half-close the connection.
///
/// A server runs until ``stop()`` is called, even if there are no more references to it.
public final class LoopbackServer: Sendable {
  /// A closure that handles a connection on the connection's thread.
  ///
  /// When it returns or throws, the connection is closed. First, the end of the stream is sent, and bytes that the peer
  /// still sends are discarded (up to 32 MiB, for up to 2 seconds): closing a connection with unread bytes would reset
  /// it, and the peer could lose the last response.
  public typealias Handler = @Sendable (LoopbackConnection) throws -> Void

  /// The port, or 0 for a Unix-domain socket.
  public let port: UInt16

  private let listener: Socket
  private let path: String?
  private let handler: Handler
  private let connections = Lock(Connections())
  /// The accepting thread, or `nil` once the server is stopped.
  ///
  /// Locked for the duration of ``stop()``, so that a second call waits for the first.
  private let acceptor = Lock<SystemThread?>(nil)

  /// The state of all connections.
  ///
  /// Each thread is joined once: ``LoopbackServer/stop()`` joins the threads of open connections. The thread
  /// of a connection that has ended is joined by the thread of the next connection that ends.
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
  ///   - port: The port. Defaults to 0, for which the system selects a free port.
  ///   - handler: The handler of each connection.
  /// - Throws: ``LoopbackError`` if the port is in use or the system is out of resources.
  public convenience init(port: UInt16 = 0, handler: @escaping Handler) throws {
    try self.init(listener: .listening(onPort: port), path: nil, handler: handler)
  }

  /// Starts a server on a Unix-domain socket.
  ///
  /// - Parameters:
  ///   - path: The path at which to create the socket. It must not exist yet. ``stop()`` removes the socket.
  ///   - handler: The handler of each connection.
  /// - Throws: ``LoopbackError`` if the path exists, is not writable, or is longer than 107 bytes.
  public convenience init(unixSocket path: String, handler: @escaping Handler) throws {
    try self.init(listener: .listening(atPath: path), path: path, handler: handler)
  }

  /// Starts an HTTP/1.1 server on a free port of 127.0.0.1.
  ///
  /// - Parameter respond: Handles a request and sends a response. See ``LoopbackConnection/serveRequests(_:)``.
  /// - Throws: ``LoopbackError`` if the system is out of resources.
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
    do throws(SystemError) {
      let thread = try SystemThread { [self] in
        while let socket = self.listener.accept() { admit(socket) }
      }
      acceptor.withLock { $0 = thread }
    } catch {
      throw LoopbackError(.system, "thread", systemError: error.number)
    }
  }

  /// The URL of the server: `http://127.0.0.1:PORT`, or `http://localhost` for a Unix-domain socket.
  public var url: String { path == nil ? "http://127.0.0.1:\(port)" : "http://localhost" }

  /// The number of connections accepted so far. With keep-alive, it is smaller than the number of requests.
  public var acceptedConnections: Int { connections.withLock { $0.accepted } }

  /// The number of open connections whose peer has not closed its side.
  ///
  /// - Complexity: O(*n*), where *n* is the number of open connections.
  public var connectedPeers: Int {
    connections.withLock { connections in
      connections.open.values.count { !$0.socket.wait(for: .peerFinished, atMost: .zero) }
    }
  }

  /// The first 100 errors of handlers and of starting threads, oldest first.
  ///
  /// Errors with the code ``ErrorCode/peerClosed`` are not recorded. The list is complete once ``stop()`` has
  /// returned.
  public var failures: [any Error] { connections.withLock { $0.failures } }

  /// Stops the server, and returns when all of its threads have ended and all of its descriptors are closed.
  ///
  /// No more connections are accepted, and open ones are ended: a blocked read returns the end of the stream, and a
  /// blocked write throws an error. Further calls do nothing.
  ///
  /// Do not call this from a handler: its thread would wait for itself.
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
    // The lock is held while the thread starts, so that the thread cannot end before its entry is stored.
    connections.withLock { connections in
      connections.accepted += 1
      let id = connections.accepted
      do throws(SystemError) {
        let thread = try SystemThread { [self] in run(socket, id: id) }
        connections.open[id] = (socket, thread)
      } catch {
        connections.note(LoopbackError(.system, "thread", systemError: error.number))
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
    // Each thread joins the one that ended before it, so at most one stack waits to be freed at any time.
    let previous = connections.withLock { connections -> SystemThread? in
      guard let (_, thread) = connections.open.removeValue(forKey: id) else { return nil }
      defer { connections.lastEnded = thread }
      return connections.lastEnded
    }
    previous?.join()
  }
}

/// An error on the server's side of a connection.
public struct LoopbackError: SluiceError {
  /// The kind of the error.
  public let code: ErrorCode
  /// The operation that failed and the reason, such as `bind: Address already in use`, or the input that was refused.
  public let message: String
  /// The error number of the system call that failed, or `nil` if the error has another cause.
  public let systemError: Int32?

  init(_ code: ErrorCode, _ message: String, systemError: Int32? = nil) {
    self.code = code
    self.message = message + (systemError.map { ": \(SystemError(number: $0))" } ?? "")
    self.systemError = systemError
  }
}

extension ErrorCode {
  /// The peer closed or reset the connection while more bytes were to be received or sent, or the server was stopped.
  public static let peerClosed = ErrorCode("peer-closed")
  /// A system call failed.
  public static let system = ErrorCode("system")
}
