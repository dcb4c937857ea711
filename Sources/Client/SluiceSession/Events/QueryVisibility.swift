internal import SluiceCoding

extension Session {
  /// The part of the queries of URLs that a monitor sees.
  ///
  /// | visibility | `/users?page=2&q=ada&x` |
  /// | --- | --- |
  /// | ``full`` | `/users?page=2&q=ada&x` |
  /// | ``withoutValues`` | `/users?page=…&q=…&…` |
  /// | ``none`` | `/users` |
  public enum QueryVisibility: Sendable {
    /// Whole queries, with any secrets in them.
    case full
    /// The names, with `…` in place of each value. Text without `=` counts as a value.
    case withoutValues
    /// No part of a query.
    case none
  }
}

extension Session.QueryVisibility {
  /// Returns a path and a query, or a whole URL, with the visible part of the query, and without the fragment.
  package func shown(of text: String) -> String {
    let path = text.withoutQuery
    let rest = text.utf8.dropFirst(path.utf8.count).prefix { $0 != UInt8(ascii: "#") }
    guard self != .none, !rest.isEmpty else { return String(path) }
    let query = rest.dropFirst()
    return "\(path)?" + (self == .full ? String(Substring(query)) : Self.withoutValues(query))
  }

  private static func withoutValues(_ query: Substring.UTF8View) -> String {
    query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { part in
      guard !part.isEmpty else { return "" }
      guard let end = part.firstIndex(of: UInt8(ascii: "=")) else { return "…" }
      return "\(Substring(part[...end]))…"
    }.joined(separator: "&")
  }
}
