#if Tracing
  package import HTTPTypes
  package import SluiceSession
  internal import SluiceTransport
  internal import Tracing

  extension TracingMonitor: ExchangeMonitor {
    package func begin(_ request: HTTPRequest, resendCount: Int) -> any ObservedExchange {
      let method = request.conventionalMethod
      let start = DefaultTracerClock.now
      let name = method == "_OTHER" ? "HTTP" : method
      let span: any Span = tracer.startSpan(name, ofKind: .client, at: start)
      span.updateAttributes { attributes in
        attributes["http.request.method"] = method
        if method != request.method.rawValue {
          attributes["http.request.method_original"] = request.method.rawValue
        }
        attributes["url.full"] = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        if let server = request.server {
          attributes["server.address"] = server.address
          attributes["server.port"] = server.port
        }
        if resendCount > 0 { attributes["http.request.resend_count"] = resendCount }
      }
      var fields: HTTPFields = [:]
      instrument.inject(span.context, into: &fields, using: FieldInjector())
      return SpannedExchange(span: span, start: start, fields: fields)
    }
  }

  /// Sets fields of a request.
  struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
      if let name = HTTPField.Name(key) { fields[name] = value }
    }
  }

  /// An exchange with its span.
  struct SpannedExchange: ObservedExchange {
    let span: any Span
    let start: DefaultTracerClock.Timestamp
    let fields: HTTPFields

    func didReceive(_ response: HTTPResponse) {
      span.attributes["http.response.status_code"] = response.status.code
      if let type = response.conventionalErrorType { fail(type) }
    }

    func didEnd(_ metrics: TransferMetrics, after duration: Duration, error: (any Error)?) {
      if let version = metrics.conventionalProtocolVersion {
        span.attributes["network.protocol.version"] = version
      }
      if let error { fail(error.conventionalErrorType) }
      // A monitor may be called some time after the end.
      span.end(
        at: DefaultTracerClock.Timestamp(
          nanosecondsSinceEpoch: start.nanosecondsSinceEpoch + UInt64(duration / .nanoseconds(1))))
    }

    private func fail(_ type: String) {
      span.attributes["error.type"] = type
      span.setStatus(SpanStatus(code: .error))
    }
  }
#endif
