extension String {
  /// What of a URL, or of a path with a query, comes before query and fragment, which may hold secrets.
  package var withoutQuery: Substring {
    // By bytes: as a character, a delimiter would be one with what combines with it.
    Substring(utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }
}
