package import HTTPTypes
internal import SluiceSerialization
package import SluiceTransport

// The values that metrics and spans share, as the conventions of OpenTelemetry for HTTP clients define them
// (https://opentelemetry.io/docs/specs/semconv/http/). Each comes from a small set, whatever a peer sends.

extension HTTPRequest {
  /// The server that a URL names.
  package struct Server: Hashable, Sendable {
    /// The name or the address of the host, without brackets.
    package let address: String
    /// The port.
    package let port: Int
  }

  /// The method, or `_OTHER` if it is neither defined by RFC 9110 nor PATCH.
  package var conventionalMethod: String {
    switch method {
    case .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch: method.rawValue
    default: "_OTHER"
    }
  }

  /// The server of the URL, or `nil` if it is malformed.
  package var server: Server? {
    guard let origin = try? RequestURL(of: self).origin, let port = Int(origin.port) else { return nil }
    let host = origin.host
    return Server(address: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, port: port)
  }
}

extension HTTPResponse {
  /// The value of `error.type`: the status from 400 on, or `nil` for a smaller one.
  package var conventionalErrorType: String? { status.code < 400 ? nil : "\(status.code)" }
}

extension Error {
  /// The value of `error.type`: the status that was not acceptable, the code of any other error of Sluice, `cancelled`,
  /// or `_OTHER`.
  package var conventionalErrorType: String {
    switch self {
    case let error as SessionError: error.code.description
    case let error as ResponseError where error.code == .unacceptableStatus: "\(error.head.status.code)"
    case let error as ResponseError: error.code.description
    case is CancellationError: "cancelled"
    default: "_OTHER"
    }
  }
}

extension TransferMetrics {
  /// The version of HTTP, such as `1.1` or `2`, or `nil` if there was no response.
  package var conventionalProtocolVersion: String? {
    switch networkProtocol {
    case "h2": "2"
    case let name?: String(name.drop { $0 != "/" }.dropFirst())
    case nil: nil
    }
  }
}
