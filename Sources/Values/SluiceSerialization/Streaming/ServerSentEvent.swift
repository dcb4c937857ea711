/// A server-sent event
/// ([HTML standard §9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html)).
///
/// ```swift
/// for try await event in session.events("news") where event.type == "headline" {
///   print(event.data)
/// }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
  /// The name of the event: the value of its `event` field, or `message` if it has none.
  public var type: String
  /// The values of the event's `data` fields, joined by line feeds.
  public var data: String
  /// The last event ID of the stream up to this event, or an empty text if the server has not set one.
  public var id: String
  /// The reconnection time of the stream up to this event, or `nil` if the server has not set one.
  public var reconnectionTime: Duration?

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - type: The name. Defaults to `message`.
  ///   - data: The data.
  ///   - id: The last event ID. Empty by default.
  ///   - reconnectionTime: The time to wait before reconnecting. Defaults to `nil`.
  public init(type: String = "message", data: String, id: String = "", reconnectionTime: Duration? = nil) {
    self.type = type
    self.data = data
    self.id = id
    self.reconnectionTime = reconnectionTime
  }
}
