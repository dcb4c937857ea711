internal import SluiceSupport

extension Query {
  /// The text of Booleans.
  public enum Bools: Sendable, Hashable {
    /// Writes `true` and `false`.
    case literal
    /// Writes `1` and `0`.
    case numeric
    /// Writes `on`, and leaves out `false`, as browsers do for a checkbox without a value. A missing field is `false`.
    case checkbox

    /// The text of a value, or `nil` to leave it out.
    func text(_ value: Bool) -> String? {
      switch self {
      case .literal: value ? "true" : "false"
      case .numeric: value ? "1" : "0"
      case .checkbox: value ? "on" : nil
      }
    }

    func value(_ text: String) -> Bool? {
      [true, false].first { self.text($0).map(ExactString.init) == ExactString(text) }
    }
  }
}
