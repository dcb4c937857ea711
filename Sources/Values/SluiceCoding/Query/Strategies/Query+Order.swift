extension Query {
  /// The order of the pairs. Arrays always keep their order.
  public enum Order: Sendable, Hashable {
    /// The order in which types declare or encode their members. The members of a `Dictionary`, which has no order, are
    /// sorted by the UTF-8 bytes of their keys.
    case declared
    /// The order of the UTF-8 bytes of the written keys, for the members of every object.
    case sorted
  }
}
