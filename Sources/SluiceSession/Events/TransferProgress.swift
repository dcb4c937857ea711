/// The progress of a transfer, in bytes.
///
/// ``sentBodyByteCount`` restarts at 0 if a redirect or a challenge sends the body again.
public struct TransferProgress: Hashable, Sendable {
  /// The number of bytes of the request's body that have been passed to the connection.
  public package(set) var sentBodyByteCount: Int64 = 0
  /// The size of the request's body; `nil` if unknown.
  public package(set) var requestBodyByteCount: Int64?
  /// The number of bytes of the response's body that have arrived, as encoded by the server.
  ///
  /// For a resumed download, this includes the bytes of the earlier one.
  public package(set) var receivedBodyByteCount: Int64 = 0
  /// The size of the response's body, as encoded by the server; `nil` if unknown. For a resumed download, the size of
  /// the whole file.
  public package(set) var responseBodyByteCount: Int64?
  /// The number of decoded bytes that the reader of the response's body has received.
  public package(set) var decodedByteCount: Int64 = 0
  /// The number of received bytes that an earlier download has left.
  public package(set) var resumedByteCount: Int64 = 0

  /// The progress of a transfer that has not begun.
  package static let zero = TransferProgress()
}

extension TransferProgress {
  /// A function that receives the progress, and must not block.
  typealias Report = @Sendable (TransferProgress) -> Void
}
