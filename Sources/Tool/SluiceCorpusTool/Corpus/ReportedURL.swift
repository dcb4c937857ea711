internal import Sluice
internal import SluiceSupport

/// The URL of a server as reports show it: without what may be secret, and with a mark for each part that is left out.
///
/// ```
/// http://me:pw@host/upload?token=1      http://(hidden)@host/upload?…
/// ```
struct ReportedURL {
  let text: String
  /// The parts that are left out.
  let leftOut: [String]

  private static let (userMark, queryMark) = ("(hidden)", "?…")

  /// - Parameter url: The URL, whose fragment is not sent.
  init(_ url: String) {
    let path = url.withoutQuery
    let rest = url.utf8.dropFirst(path.utf8.count)
    let at = UInt8(ascii: "@")
    // The query of one reading is the password of another.
    if rest.contains(at) {
      (text, leftOut) = (url.quotedURL, ["the URL after its scheme"])
      return
    }
    var (text, leftOut) = (String(path), [String]())
    if let end = path.utf8.lastIndex(of: at) {
      let scheme = path.firstRange(of: "://").map { path[..<$0.upperBound] } ?? ""
      text = scheme + Self.userMark + path[end...]
      leftOut.append("the user of the URL")
    }
    if rest.prefix(while: { $0 != UInt8(ascii: "#") }).count > 1 {
      text += Self.queryMark
      leftOut.append("the query of the URL")
    }
    (self.text, self.leftOut) = (text.escapingControls, leftOut)
  }

  /// Whether a URL is one of a report, with a mark instead of a part.
  static func isIncomplete(_ url: String) -> Bool {
    url.contains("://" + userMark) || url.hasSuffix(queryMark)
  }
}
