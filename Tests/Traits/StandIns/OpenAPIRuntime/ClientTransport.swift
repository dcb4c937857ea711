package import Foundation
package import HTTPTypes

/// The signature of the protocol in swift-openapi-runtime 1, which does not resolve on every machine.
package protocol ClientTransport: Sendable {
  func send(
    _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
  ) async throws -> (HTTPResponse, HTTPBody?)
}
