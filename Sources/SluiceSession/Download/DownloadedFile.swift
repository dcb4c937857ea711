public import HTTPTypes

/// A file that a download has brought: it is whole.
public struct DownloadedFile: Sendable {
  /// Where it is, as it was asked for.
  public let path: String
  /// Its size.
  public let byteCount: Int64
  /// How many of its bytes an earlier download had left.
  public let resumedByteCount: Int64
  /// The last answer's status and fields: with 206 it brought the rest, with 416 nothing was missing.
  public let head: HTTPResponse
}
