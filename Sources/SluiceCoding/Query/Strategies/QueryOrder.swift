/// The order of the pairs. Arrays are never re-ordered.
public enum QueryOrder: Sendable, Hashable {
  /// As types declare (or encode) their members; a `Dictionary`, which has no order, by its keys' UTF-8
  /// bytes.
  case declared
  /// Every object's members by the UTF-8 bytes of their written keys, level by level.
  case sorted
}
