extension String {
  /// The part of a URL, or of a path with a query, before its query and fragment, which may hold secrets.
  package var withoutQuery: Substring {
    // Compares bytes: a delimiter and a combining mark after it would be one character.
    Substring(utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }
}
