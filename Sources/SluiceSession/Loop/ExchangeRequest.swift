package import HTTPTypes
package import SluiceBody
internal import SluiceSerialization

/// The request of one exchange: what libcurl sends, the source of the body, and the observer.
package struct ExchangeRequest: Sendable {
  var curl: CurlRequest
  /// The body, which can be read on the loop thread, or `nil` if there is none.
  package let body: (any BodySource)?
  /// The maximum duration without progress that the session's configuration sets; `nil` for no limit.
  package let idleTimeout: Duration?
  /// The priority among the exchanges that wait for a connection to the same origin.
  let priority: Session.Priority
  /// Whether the time limit runs while the exchange is suspended.
  package let countsSuspendedTime: Bool
  /// Whether a successful response may arrive before the request's body has been sent.
  let acceptsEarlyResponse: Bool
  package let observer: any ExchangeObserver

  /// The maximum duration without progress; `nil` for no limit. A limited rate extends it by one of libcurl's steps,
  /// during which nothing moves.
  var idleLimit: Duration? {
    let step = curl.settings.maximumSendRate.map {
      Duration.seconds(curl.uploadBufferByteCount) / Int(clamping: max($0, 1))
    }
    return idleTimeout.map { $0 + (step ?? .zero) }
  }
}

// The request for transports other than libcurl.
extension ExchangeRequest {
  /// The URL that the request goes to.
  package var url: RequestURL { curl.url }
  /// The method.
  package var method: HTTPRequest.Method { curl.method }
  /// The body's size in bytes; `nil` if it is unknown or there is no body.
  package var byteCount: Int64? { curl.byteCount }
  /// The maximum duration of the exchange; `nil` for no limit.
  package var timeLimit: Duration? { curl.timeLimit }
  /// Whether the credential needs a transport that speaks HTTP Digest.
  package var needsDigest: Bool { curl.credential.map { $0.authorization == nil } ?? false }

  /// The fields as libcurl sends them over HTTP/1.1, but for `Host`, `Connection` and the cookies of the session.
  package var sentFields: HTTPFields {
    var fields = HTTPFields(curl.fields.filter { ![.contentLength, .transferEncoding].contains($0.name) })
    if fields[.accept] == nil { fields[.accept] = "*/*" }
    if let authorization = curl.credential?.authorization {
      fields.append(HTTPField(name: .authorization, value: authorization))
    }
    if curl.asksForContinue { fields[.expect] = "100-continue" }
    if curl.hasContent {
      if let length = curl.hasBody ? byteCount : 0 {
        fields[.contentLength] = String(length)
      } else {
        fields[.transferEncoding] = "chunked"
      }
    }
    return fields
  }
}
