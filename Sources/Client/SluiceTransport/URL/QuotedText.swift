internal import SluiceCoding
internal import SluiceSupport

extension String {
  /// The text as errors quote it: its control and format characters are escaped, and it ends with `…` after 100
  /// characters.
  package var quoted: String {
    let text = String(unicodeScalars.prefix(100)).escapingControls
    return unicodeScalars.dropFirst(100).isEmpty ? text : text + "…"
  }

  /// The text of a malformed URL or reference as errors quote it, without what may be secret in any reading of it:
  /// everything before an `@`, the query, and the fragment.
  ///
  /// ```
  /// ftp://me:pw@host/path?token=1      ftp://(hidden)@host/path
  /// http://me:p?w@host/                http://(hidden)
  /// ```
  package var quotedURL: String {
    let path = withoutQuery
    let slashes = "://".utf8
    var scheme = ""
    if let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: slashes) {
      scheme = self[..<colon].quoted + "://"
    }
    let at = UInt8(ascii: "@")
    // The query of one reading is the password of another.
    if utf8.dropFirst(path.utf8.count).contains(at) { return scheme + "(hidden)" }
    guard let end = path.utf8.lastIndex(of: at) else { return String(path).quoted }
    return scheme + "(hidden)" + String(path[end...]).quoted
  }
}

extension Substring {
  fileprivate var quoted: String { String(self).quoted }
}
