internal import SluiceBody
internal import SluiceCoding
internal import SluiceTransport

/// The data to continue a download later, possibly in another process.
///
/// ```swift
/// let options = DownloadOptions(didBecomeResumable: { store.save($0) })    // JSON, or any other format
/// let file = try await session.download("videos/1", to: .folder("/data"), options: options)
///
/// // After a failure, a cancellation, or the end of the process:
/// let file = try await session.download(resuming: store.resumption)
/// ```
///
/// The bytes and the version of the file stay in hidden files beside it. Without them, the download starts over.
///
/// The URL contains the query, which may hold secrets. Other fields of the request, such as `Authorization`, are not
/// contained. A value that another party could have changed must not be used: it names the file that is written.
public struct DownloadResumption: Hashable, Sendable {
  /// The URL of the request, absolute and in normal form.
  public let url: String
  /// The absolute path of the file.
  public let path: String
  /// The size of the whole file in bytes, or `nil` if unknown.
  public let byteCount: Int64?

  init(url: RequestURL, path: String, byteCount: Int64?) {
    self.url = url.text
    self.path = (try? absolutePath(path)) ?? path
    self.byteCount = byteCount
  }
}

extension DownloadResumption: Codable {
  private struct Content: Codable {
    var version: Int
    var url: String
    var path: String
    var byteCount: Int64?
  }

  /// Decodes a value.
  ///
  /// - Throws: A `DecodingError` for another version, a URL that is not http or https in normal form, a path that is
  ///   not absolute, contains a NUL or cannot name a file, and a negative size.
  public init(from decoder: any Decoder) throws {
    let content = try Content(from: decoder)
    guard content.version == 1, let url = try? RequestURL(content.url),
      url.text.utf8.elementsEqual(content.url.utf8), url.userInfo == nil,
      content.path.utf8.first == UInt8(ascii: "/"), content.path.utf8.count < 4096,
      let path = try? DestinationPath(content.path), path.hasFileName, content.byteCount ?? 0 >= 0
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a resumption of a download"))
    }
    self.init(url: url, path: content.path, byteCount: content.byteCount)
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try Content(version: 1, url: url, path: path, byteCount: byteCount).encode(to: encoder)
  }
}

extension DownloadResumption: CustomStringConvertible, CustomReflectable {
  /// The path and the URL, without secrets.
  public var description: String { "\(path) (\(url.withoutQuery))" }

  /// A mirror without children, so that printing the value shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
