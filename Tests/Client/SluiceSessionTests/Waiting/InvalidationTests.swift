import HTTPTypes
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceNetwork
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// Calls that wait without an exchange when their session is invalidated.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct InvalidationTests {
  /// Something that a call waits for, for an hour.
  enum Wait: String, CaseIterable {
    case suspension, retry, decision, network, dependency, middleware, credential, credentialOfProxy, redirect
    case part, decoder, destination, completing
  }

  private final class Retries: EventMonitor {
    let hasBegun: Event
    init(_ hasBegun: Event) { self.hasBegun = hasBegun }
    func willRetry(_ transfer: TransferID, _ retry: Session.Retry) { hasBegun.happen() }
  }

  private static let network = NetworkObserver(
    updates: { AsyncThrowingStream { $0.yield(NetworkStatus(interfaces: [])) } }, route: { _, _ in .missing })

  private func configuration(_ wait: Wait, _ hasBegun: Event, _ server: LoopbackServer)
    -> Session.Configuration
  {
    let hang = { @Sendable in
      hasBegun.happen()
      try await Task.sleep(for: .seconds(3600))
    }
    return .test(baseURL: server.url) {
      $0.timeout = nil
      switch wait {
      case .suspension, .dependency, .part: hasBegun.happen()
      case .retry:
        $0.retries = .standard
        $0.retries.initialDelay = .seconds(3600)
        $0.retries.maximumDelay = .seconds(3600)
        $0.monitors = [Retries(hasBegun)]
      case .decision:
        $0.retries.maximumCount = 1
        $0.retries.decide = { _ in
          try? await hang()
          return .standard
        }
      case .network:
        $0.baseURL = "http://127.0.0.1:1/"
        $0.retries = .standard
        $0.retries.maximumNetworkWait = .seconds(3600)
        hasBegun.happen()
      case .decoder, .destination, .completing: break
      case .middleware:
        $0.middleware = [
          { request, next in
            try await hang()
            return try await next(request)
          }
        ]
      case .credential, .credentialOfProxy:
        $0.credentials = CredentialProvider { _ in
          try await hang()
          return nil
        }
      case .redirect:
        $0.redirects.decide = { _, _ in
          try await hang()
          return .follow
        }
      }
    }
  }

  private func transfer(_ wait: Wait, _ session: Session, _ hasBegun: Event) throws -> any TransferHandle {
    // Ignores that it is cancelled.
    let hang = { @Sendable in
      hasBegun.happen()
      await Task { try? await Task.sleep(for: .seconds(3600)) }.value
    }
    let request = try session.request(.get, .init(wait.rawValue))
    switch wait {
    case .suspension:
      let transfer = session.transfer(request, decoding: .bytes)
      transfer.suspend()
      return transfer
    case .dependency:
      // Of another session, which is not invalidated.
      let other = Session(.test())
      let first = other.transfer(try other.request(.get, "http://127.0.0.1:1/"), decoding: .bytes)
      first.suspend()
      return session.transfer(request, decoding: .bytes, after: [first])
    case .part:
      let store = PartStore.s3 { _ in
        try await Task.sleep(for: .seconds(3600))
        return request
      }
      return session.transfer(partsOf: .bytes([1]), to: store)
    case .decoder:
      return session.transfer(
        request,
        decoding: ResponseDecoder<[UInt8]>.bytes.map { bytes in
          await hang()
          return bytes
        })
    case .destination:
      return session.transfer(
        request,
        to: .chosen { _ in
          await hang()
          return "/dev/null"
        })
    case .completing:
      let store = PartStore.s3 { _ in
        try session.request(.put, .init(wait.rawValue))
      } completing: { _ in
        await hang()
      }
      return session.transfer(partsOf: .bytes([1]), to: store)
    default: return session.transfer(request, decoding: .bytes)
    }
  }

  @Test(arguments: Wait.allCases) func `a call that waits ends when the session is invalidated`(wait: Wait)
    async throws
  {
    let server = try LoopbackServer.http {
      switch $0.target {
      case "/retry", "/decision": try $1.respond(503)
      case "/credential": try $1.respond(401, headers: [("WWW-Authenticate", "Bearer")])
      case "/credentialOfProxy": try $1.respond(407, headers: [("Proxy-Authenticate", "Basic realm=a")])
      case "/decoder", "/destination", "/completing":
        _ = try $1.readBody()
        try $1.respond(200, headers: [("ETag", "\"a\"")], body: "yes")
      default: try $1.redirect(302, to: "/")
      }
    }
    defer { server.stop() }
    let hasBegun = Event()
    let session = Session(
      TransferRunner(
        TransferSettings(configuration(wait, hasBegun, server), defaultFields: [:]),
        network: wait == .network ? Self.network : .system))
    let transfer = try transfer(wait, session, hasBegun)
    transfer.start()
    try await hasBegun.wait()
    await session.invalidate()
    #expect(transfer.state == .failed && session.transfers.isEmpty)
    try await expectInvalidated { try await self.value(of: transfer) }
    // So does a call that is made later.
    let next = try self.transfer(wait, session, hasBegun)
    try await expectInvalidated { try await self.value(of: next) }
  }

  @Test func `invalidating waits for the ends of suspended transfers`() async throws {
    let server = try LoopbackServer.http { try $1.respond(200, body: "yes") }
    defer { server.stop() }
    for _ in 0..<20 {
      let session = Session(.test(baseURL: server.url))
      let transfers = try (0..<20).map { _ in
        session.transfer(try session.request(.get, ""), decoding: .bytes)
      }
      for transfer in transfers { transfer.start() }
      session.suspendAll()
      await session.invalidate()
      #expect(transfers.allSatisfy(\.state.isFinal) && session.transfers.isEmpty)
    }
  }

  private func value(of transfer: any TransferHandle) async throws {
    if let transfer = transfer as? Transfer<[UInt8]> { _ = try await transfer.value }
    if let transfer = transfer as? Transfer<[UploadedPart]> { _ = try await transfer.value }
    if let transfer = transfer as? Transfer<DownloadedFile> { _ = try await transfer.value }
  }

  private func expectInvalidated(_ call: () async throws -> Void) async throws {
    let error = await #expect(throws: SessionError.self) { try await call() }
    #expect(error?.code == .invalidated)
  }
}
