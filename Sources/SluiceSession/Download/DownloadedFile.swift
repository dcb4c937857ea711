public import HTTPTypes

/// A file that has been downloaded completely.
public struct DownloadedFile: Sendable {
  /// The path, as passed to the download.
  public let path: String
  /// The size in bytes.
  public let byteCount: Int64
  /// The number of bytes that an earlier download had left.
  public let resumedByteCount: Int64
  /// The head of the last response. With 206 its body was the rest of the file; with 416 nothing was missing.
  public let head: HTTPResponse
  /// The version of HTTP in the last status line, such as `1.1` or `2`.
  public let httpVersion: String
}
