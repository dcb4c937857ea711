import Foundation
import Glibc
import NIOCore
import ServiceLifecycle

@testable import UploadServer

/// Runs a server on a free port with an empty folder, and stops it as SIGTERM does.
///
/// - Returns: The names in the folder once the server has stopped.
@discardableResult
func withServer(
  patience: Duration = .seconds(600), idleTimeout: TimeAmount = .minutes(1),
  _ test: (_ port: Int, _ folder: String) async throws -> Void
) async throws -> [String] {
  let folder = FileManager.default.temporaryDirectory.appending(component: "uploads-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  let (ports, started) = AsyncStream.makeStream(of: Int.self)
  let server = UploadServer.application(
    port: 0, folder: folder.path(), patience: patience, idleTimeout: idleTimeout
  ) { started.yield($0.localAddress?.port ?? 0) }
  let group = ServiceGroup(
    configuration: .init(services: [server], gracefulShutdownSignals: [], logger: server.logger))
  async let run: Void = group.run()
  for await port in ports {
    do {
      try await test(port, folder.path())
    } catch {
      await group.triggerGracefulShutdown()
      try await run
      throw error
    }
    break
  }
  await group.triggerGracefulShutdown()
  try await run
  return try FileManager.default.contentsOfDirectory(atPath: folder.path())
}

/// Waits until a condition holds. The time limit of the suite ends a vain wait.
func until(_ condition: () throws -> Bool) async throws {
  while try !condition() { try await Task.sleep(for: .milliseconds(5)) }
}

/// A connection that sends any bytes, and ends in any way.
struct PlainSocket {
  enum End: CaseIterable, Sendable {
    case closed
    /// The client sends nothing more, and reads until the server closes the connection.
    case halfClosed
    case reset
  }

  private let descriptor: Int32

  init(to port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw POSIXError(.ECONNREFUSED) }
  }

  func send(_ text: String) {
    _ = Glibc.send(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }

  /// Receives until a text has arrived, or, with `nil`, until the server ends the stream.
  @discardableResult
  func receive(until text: String?) async throws -> String {
    var received: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
      if count == 1 {
        received.append(byte)
        if let text, String(decoding: received, as: UTF8.self).hasSuffix(text) { break }
      } else if count < 0, errno == EAGAIN {
        try await Task.sleep(for: .milliseconds(2))
      } else {
        break
      }
    }
    return String(decoding: received, as: UTF8.self)
  }

  func end(_ end: End) async throws {
    switch end {
    case .closed: break
    case .halfClosed:
      shutdown(descriptor, Int32(SHUT_WR))
      try await receive(until: nil)
    case .reset:
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
    close(descriptor)
  }
}

/// The number of descriptors of this process whose name starts with a text: `socket:`, or a folder, also for files
/// without names.
func openDescriptorCount(_ prefix: String) throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasPrefix(prefix)
      == true
  }
}
