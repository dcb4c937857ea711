public import FoundationEssentials
public import HTTPTypes

extension Outbox {
  /// A step in the delivery of an entry.
  ///
  /// The state that an event reports is on the disk when it is delivered, except for ``skipped(path:_:retryAt:)``.
  public enum Event: Sendable {
    /// The request is delivered, and the entry is gone. The head is the response's.
    ///
    /// If the file of the entry could not be removed, ``skipped(path:_:retryAt:)`` follows, and the request is not sent
    /// again.
    case delivered(Entry, HTTPResponse)
    /// An attempt has failed, and the request will be sent again at a time. The entry counts the attempt. If the
    /// request waits for the network (``Session/RetryPolicy/maximumNetworkWait``), it is sent as soon as there is a
    /// route, and at that time at the latest.
    case failed(Entry, any Error, retryAt: Date)
    /// The request will not be sent again, and the entry is dead.
    case died(Entry, any Error)
    /// A file was not a valid entry, and was moved to a path in the folder `damaged`.
    case setAside(path: String, OutboxError)
    /// The file of an entry at a path, or one of its body, could not be read, written, moved or removed, or a folder of
    /// entries could not be listed. It stays where it is, and is tried again at a time. Until then, requests with the
    /// same key wait. Nothing about this is on the disk: another run tries at once.
    case skipped(path: String, any Error, retryAt: Date)
  }
}
