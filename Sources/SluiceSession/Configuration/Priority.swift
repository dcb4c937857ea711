extension Session {
  /// The priority of a request.
  ///
  /// Of the requests to one origin that wait for a connection, those with a higher priority are sent first. A priority
  /// other than `.normal` is sent to servers in the field `Priority`
  /// ([RFC 9218 §5](https://www.rfc-editor.org/rfc/rfc9218#section-5)), unless the request has one.
  public enum Priority: Sendable, CaseIterable {
    /// The priority of work that can wait, such as prefetching. The urgency is 5.
    case low
    /// The default. The urgency is 3, which servers assume without the field.
    case normal
    /// The priority of what the user looks at. The urgency is 1.
    case high
  }
}
