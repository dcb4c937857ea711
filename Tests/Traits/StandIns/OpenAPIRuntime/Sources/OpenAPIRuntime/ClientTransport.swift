public import Foundation
public import HTTPTypes

/// The signature of the protocol in swift-openapi-runtime 1, which does not resolve on every machine.
public protocol ClientTransport: Sendable {
  /// Sends a request, and returns its response.
  func send(
    _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
  ) async throws -> (HTTPResponse, HTTPBody?)
}
