internal import Logging
internal import SluiceBody
internal import SluiceCoding
internal import SluiceTransport

/// The warning about a base URL whose last segment is lost, because its path does not end in a slash. Logged once.
final class BaseURLWarning: Sendable {
  private let base: RequestURL
  /// The segment that a relative path replaces, such as `v1`.
  private let segment: Substring
  private let claim = OneShotClaim()

  /// Creates the warning, or `nil` if no reference can lose a segment of the base.
  init?(base text: String) {
    guard let base = try? RequestURL(text) else { return nil }
    let path = URIReference(text).path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let segment = path[(slash.map(path.utf8.index(after:)) ?? path.startIndex)...]
    // Dot segments name the folder before them.
    guard !["", ".", ".."].contains(segment) else { return nil }
    (self.base, self.segment) = (base, segment)
  }

  /// Logs the warning if a reference replaces the segment, and no other has before.
  func log(_ reference: String, resolvedTo url: RequestURL) {
    guard Self.hasRelativePath(reference), (try? claim.take()) != nil else { return }
    Logger(label: "sluice").warning(
      """
      the reference '\(reference.quotedURL)' replaces '\(String(segment).quoted)', the last segment of the base URL: \
      \(url.redacted); to keep the segment, end the base URL in a slash: \(base.redacted)/
      """)
  }

  private static func hasRelativePath(_ reference: String) -> Bool {
    let parts = URIReference(reference)
    guard parts.scheme == nil, parts.authority == nil, let first = parts.path.utf8.first else { return false }
    return first != UInt8(ascii: "/")
  }
}
