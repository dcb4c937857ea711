internal import HTTPTypes
internal import SluiceCoding
internal import SluiceMultipart
internal import SluiceSerialization
internal import SluiceSupport

/// The name of a downloaded file, made of what the server sent.
enum SuggestedName {
  /// Returns a safe name.
  ///
  /// - Parameters:
  ///   - head: The head of the response. A malformed `Content-Disposition` is ignored.
  ///   - url: The URL of the response.
  static func text(for head: HTTPResponse, at url: String) -> String {
    let fields = head.headerFields[fields: .contentDisposition]
    // Several fields are malformed.
    let sent = fields.count == 1 ? try? ContentDisposition(parsing: fields[0].bytes, as: .http).fileName : nil
    if let sent, !sent.isEmpty { return SafeFileName(sent).description }
    return text(at: url)
  }

  /// Returns a safe name made of the last segment of a URL's path.
  static func text(at url: String) -> String {
    let path = url.withoutQuery.utf8
    // What follows the authority, which is not part of the name.
    let scheme = path.firstIndex(of: UInt8(ascii: ":")).map { path[$0...].dropFirst(3) } ?? path[...]
    let segment = scheme.drop { $0 != UInt8(ascii: "/") }.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).last
    var name: [UInt8] = []
    if let segment { PercentCoding.decode(Array(segment).span, into: &name) }
    return SafeFileName(String(legacy: name.span)).description
  }
}
