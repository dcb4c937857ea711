/// An event that a server has sent (the HTML standard, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The event's name. `message` where the server gives none.
  public var type: String
  /// The values of its `data` fields, joined by line feeds.
  public var data: String
  /// The last event ID that the server had set by then, for this event or one before; empty where it had set none.
  public var id: String
  /// How long to wait before connecting again, as the server had said last by then; nil where it had not.
  public var retry: Duration?

  public init(type: String = "message", data: String, id: String = "", retry: Duration? = nil) {
    self.type = type
    self.data = data
    self.id = id
    self.retry = retry
  }
}
