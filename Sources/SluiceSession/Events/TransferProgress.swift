/// How far a transfer has come. A redirect or a challenge that sends the body again starts `sent` over.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes of the request's body that were handed to the connection.
  public internal(set) var sent: Int64 = 0
  /// The request body's size; nil where it is not known.
  public internal(set) var totalToSend: Int64?
  /// Bytes of the response's body that have arrived, coded as they came; of a download also those that an earlier one had
  /// left.
  public internal(set) var received: Int64 = 0
  /// The response body's size, coded as it comes; nil where it is not known.
  public internal(set) var totalToReceive: Int64?
  /// Bytes of the response's body that its reader has, decoded.
  public internal(set) var decoded: Int64 = 0
  /// Bytes among those received that an earlier download had left.
  public internal(set) var resumed: Int64 = 0
}
