import AsyncHTTPClient
import Foundation
import FoundationNetworking
import HTTPTypes
import NIOCore
import Sluice
import SluiceAsyncHTTPClient
import SluiceURLSession

/// A client of the table in the article *With other packages*.
package enum TestedClient: String, CaseIterable, Sendable {
  case libcurl = "a session over libcurl"
  case session = "a session over AsyncHTTPClient"
  case asyncHTTPClient = "AsyncHTTPClient"
  case urlSession = "URLSession"

  /// Sends a request, and decodes its response. It ends an exchange without progress after a second.
  package typealias Send = @Sendable (SessionRequest) async throws -> [UInt8]

  /// Calls a function with the client, and shuts the client down.
  package func use<Output: Sendable>(
    _ body: @Sendable (@escaping Send) async throws -> Output
  ) async throws -> Output {
    switch self {
    case .libcurl: try await Self.use(Session(Self.configuration), body)
    case .session:
      try await Self.useClient { client in
        try await Self.use(try Session(Self.configuration, transport: .asyncHTTPClient(client)), body)
      }
    case .asyncHTTPClient:
      try await Self.useClient(follows: true) { client in
        try await body { request in
          let response = try await client.execute(HTTPClientRequest(request), timeout: .seconds(60))
          return try await ResponseDecoder.bytes.decode(response)
        }
      }
    case .urlSession:
      try await body { request in
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 1
        return try await URLSession(configuration: configuration).send(request, decoding: .bytes)
      }
    }
  }

  private static var configuration: Session.Configuration {
    var configuration = Session.Configuration()
    configuration.credentials = .fixed(.password(user: "ann", password: "secret"))
    configuration.retries = .standard
    (configuration.idleTimeout, configuration.responseTimeout) = (.seconds(1), .seconds(1))
    return configuration
  }

  private static func use<Output>(
    _ session: Session, _ body: (@escaping Send) async throws -> Output
  ) async throws -> Output {
    do {
      let output = try await body { try await session.send($0, decoding: .bytes) }
      await session.invalidate()
      return output
    } catch {
      await session.invalidate()
      throw error
    }
  }

  private static func useClient<Output>(
    follows: Bool = false, _ body: (HTTPClient) async throws -> Output
  ) async throws -> Output {
    var settings = HTTPClient.Configuration()
    if !follows { settings.redirectConfiguration = .disallow }
    settings.timeout.read = .seconds(1)
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    do {
      let output = try await body(client)
      try await client.shutdown()
      return output
    } catch {
      try await client.shutdown()
      throw error
    }
  }
}
