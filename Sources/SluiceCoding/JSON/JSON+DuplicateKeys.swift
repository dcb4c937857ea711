extension JSON {
  /// What is done with a key that its object has already. RFC 8259, section 4, leaves it open.
  public enum DuplicateKeys: Sendable, Hashable {
    /// The first member counts, as with Foundation's decoder.
    case keepFirst
    /// The document is refused: `SyntaxError.Code.duplicateKey`.
    case refuse
  }
}
