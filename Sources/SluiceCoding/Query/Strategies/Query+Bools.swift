internal import SluiceSupport

extension Query {
  /// The text of Booleans.
  public enum Bools: Sendable, Hashable {
    /// Writes `true` and `false`.
    case literal
    /// Writes `1` and `0`.
    case numeric

    func text(_ value: Bool) -> String {
      switch self {
      case .literal: value ? "true" : "false"
      case .numeric: value ? "1" : "0"
      }
    }

    func value(_ text: String) -> Bool? {
      [true, false].first { ExactString(self.text($0)) == ExactString(text) }
    }
  }
}
