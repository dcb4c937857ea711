extension JSON {
  /// The handling of duplicate keys in an object, which RFC 8259 §4 leaves open.
  ///
  /// Two keys are duplicates if they belong to the same object and have the same UTF-8 bytes once their escapes are
  /// resolved. Keys that differ in case or Unicode normalization are not duplicates, nor are keys that only a key
  /// decoding strategy makes equal; of the latter, the first one in the object is used.
  ///
  ///     {"a": 1, "b": {"a": 2}, "\u0061": 3}
  ///      ^             ^        ^
  ///      first         key of   duplicate of the first key, at byte 24
  ///                    another object
  ///
  ///                  a type with `a`   [String: T]   Value
  ///     .keepFirst   a is 1            "a" is 1      members has a, b, a; the subscript finds 1
  ///     .refuse      the error duplicate-key at line 1, column 25 (byte 24)
  ///
  /// If an encoder encodes a key twice, the last value counts, in the position of the first.
  public enum DuplicateKeys: Sendable, Hashable {
    /// Uses the first member, as Foundation's decoder does.
    case keepFirst
    /// Refuses the document with the error code ``ErrorCode/duplicateKey``.
    ///
    /// The error has the position of the first key in the document that repeats another.
    case refuse
  }
}
