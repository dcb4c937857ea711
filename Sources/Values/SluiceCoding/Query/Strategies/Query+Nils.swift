internal import SluiceSupport

extension Query {
  /// The form of `nil`: as a member, as an element, and as an optional property that a type leaves out.
  public enum Nils: Sendable, Hashable {
    /// Leaves out `nil`.
    case drop
    /// Writes a name alone: `a`.
    case bare
    /// Writes this value: `a=NULL`.
    case custom(String)

    /// Writes an empty value: `a=`.
    public static let empty = Nils.custom("")
    /// Writes the word `null`: `a=null`.
    public static let literal = Nils.custom("null")

    /// Whether `value`, which is `nil` for a name alone, stands for `nil`.
    func isNil(_ value: String?) -> Bool {
      switch self {
      case .drop: false
      case .bare: value == nil
      case .custom(let text): ExactString(text) == ExactString(value ?? "")
      }
    }
  }
}
