import Foundation
import FoundationNetworking
import HTTPTypes
import SluiceSerialization
import SluiceURLSession

/// Small JSON documents, received by `URLSession`.
struct URLSessionResponses {
  let url: String

  /// Decodes the responses with Foundation, or with a decoder of Sluice's.
  func decode(_ count: Int, isAlone: Bool) async throws {
    guard let url = URL(string: url), let host = url.host(), let port = url.port else { throw Main.Usage() }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 8
    let session = URLSession(configuration: configuration)
    if isAlone {
      try await repeated(count) {
        try JSONDecoder().decode([Account].self, from: try await session.data(from: url).0)
      }
    } else {
      let head = HTTPRequest(method: .get, scheme: "http", authority: "\(host):\(port)", path: url.path())
      let request = SessionRequest(head)
      try await repeated(count) { try await session.send(request, decoding: .json([Account].self)) }
    }
  }
}
