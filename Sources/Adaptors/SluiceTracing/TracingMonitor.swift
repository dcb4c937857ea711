#if Tracing
  package import HTTPTypes
  public import SluiceSession
  internal import SluiceTransport
  public import Tracing

  /// A monitor that creates a span for each request that is sent, by OpenTelemetry's
  /// [conventions for HTTP clients](https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client-span).
  ///
  /// ```swift
  /// configuration.monitors = [TracingMonitor()]
  /// ```
  ///
  /// A span begins before its request is sent, and ends when the response's body has been read. The requests of a call,
  /// which are sent after a redirect, a challenge or a failure, are siblings: their parent is the span that is current
  /// where the session is called. Each request carries the context of its own span, in the fields that the tracer
  /// injects, such as `traceparent`, instead of fields with the same name.
  ///
  /// | part of the span | value |
  /// | --- | --- |
  /// | name | the method, or `HTTP` for an unknown one |
  /// | kind, status | client; error if the exchange has failed, or the status is 400 or higher |
  /// | `http.request.method` | the method, or `_OTHER` for an unknown one |
  /// | `http.request.method_original` | the unknown method |
  /// | `url.full` | the URL, without user-info, fragment and, unless ``queries`` shows it, query |
  /// | `server.address`, `server.port` | the host and the port of the URL |
  /// | `http.request.resend_count` | the number of earlier requests of the call, unless it is 0 |
  /// | `http.response.status_code` | the status |
  /// | `network.protocol.version` | such as `1.1` or `2` |
  /// | `error.type` | the status, the code of the `SessionError` such as `timed-out`, or `cancelled` |
  public struct TracingMonitor: EventMonitor {
    /// The visible part of the queries of URLs.
    public let queries: Session.QueryVisibility
    private let fixedTracer: (any Tracer)?

    /// Creates a monitor.
    ///
    /// - Parameters:
    ///   - tracer: The tracer. Defaults to `nil`, for that of the `InstrumentationSystem` where the session is called.
    ///   - queries: The part of the queries of URLs to record. Defaults to `.none`, because queries may hold secrets.
    public init(_ tracer: (any Tracer)? = nil, queries: Session.QueryVisibility = .none) {
      self.queries = queries
      fixedTracer = tracer
    }

    /// The creator of spans.
    var tracer: any Tracer { fixedTracer ?? InstrumentationSystem.tracer }

    /// The instrument that injects fields. That of the system may have more to inject than its tracer.
    var instrument: any Instrument { fixedTracer ?? InstrumentationSystem.instrument }
  }

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
