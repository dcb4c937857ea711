import AsyncHTTPClient
import Foundation
import HTTPTypes
import Sluice
import SluiceAsyncHTTPClient

/// Small JSON documents, received by AsyncHTTPClient.
struct Responses {
  let url: String

  /// Decodes the responses of the client: with Foundation, or with a decoder of Sluice's.
  func decode(_ count: Int, isAlone: Bool) async throws {
    let client = HTTPClient(eventLoopGroupProvider: .singleton)
    let url = url
    if isAlone {
      try await repeated(count) { try await Self.accounts(at: url, with: client) }
    } else {
      let decoder = ResponseDecoder.json([Account].self)
      try await repeated(count) {
        try await decoder.decode(try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60)))
      }
    }
    try await client.shutdown()
  }

  /// Sends the requests with the client alone, or with a session over it.
  func useSession(_ count: Int, isAlone: Bool) async throws {
    if isAlone { return try await decode(count, isAlone: true) }
    var settings = HTTPClient.Configuration()
    settings.redirectConfiguration = .disallow
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    let session = try Session(transport: .asyncHTTPClient(client))
    let url = url
    try await repeated(count) { try await session.get(.init(url), decoding: .json([Account].self)) }
    await session.invalidate()
    try await client.shutdown()
  }

  private static func accounts(at url: String, with client: HTTPClient) async throws -> [Account] {
    let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    let body = try await response.body.collect(upTo: 1 << 20)
    return try JSONDecoder().decode([Account].self, from: Data(body.readableBytesView))
  }
}
