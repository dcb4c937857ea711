import AsyncHTTPClient
import Sluice

/// The two clients that are compared, with kept connections for as many requests as there are at a time.
struct Clients {
  let session: Session
  let peer: HTTPClient

  init(url: String) {
    var configuration = Session.Configuration(baseURL: url)
    configuration.proxy = ""
    session = Session(configuration)
    var peerConfiguration = HTTPClient.Configuration()
    peerConfiguration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Cost.width
    peer = HTTPClient(eventLoopGroupProvider: .singleton, configuration: peerConfiguration)
  }

  func close() async throws {
    await session.invalidate()
    try await peer.shutdown()
  }
}
