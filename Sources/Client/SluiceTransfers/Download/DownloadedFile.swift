public import HTTPTypes

/// A file that has been downloaded completely.
public struct DownloadedFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The size in bytes.
  public let byteCount: Int64
  /// The number of bytes that an earlier download had left.
  public let resumedByteCount: Int64
  /// The SHA-256 in hexadecimal, if it was verified: the caller expected it or the server sent it. Otherwise, `nil`.
  public let sha256: String?
  /// The head of the last response; of segments, the head of the first. With 206, its body was a part of the file; with
  /// 416, nothing was missing.
  public let head: HTTPResponse
  /// The version of HTTP in the status line of that response, such as `1.1` or `2`.
  public let httpVersion: String
}
