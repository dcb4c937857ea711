public import FoundationEssentials
public import HTTPTypes
internal import SluiceSession
internal import SluiceTransport

extension Outbox {
  /// A request in an outbox, as it was when it was read.
  public struct Entry: Identifiable, Sendable {
    /// The identifier of an entry: the name of its file.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
      let name: EntryName

      init(_ name: EntryName) { self.name = name }

      /// Parses the ``description`` of an identifier. The result is `nil` for any other text.
      public init?(_ text: String) {
        guard let name = EntryName(Array(text.utf8).span) else { return nil }
        self.name = name
      }

      /// The name of the file: two numbers of 16 hexadecimal digits, joined by a hyphen.
      public var description: String { name.text }
    }

    /// The state of an entry.
    public enum Status: Sendable, CaseIterable {
      /// The request will be sent, at once or at the time of ``Entry/due``.
      case pending
      /// The request will not be sent again, unless ``Outbox/retry(_:)`` says so.
      case dead
    }

    /// The identifier.
    public let id: ID
    /// The key that orders the entries, or `nil` if the entry is independent of all others.
    public let key: String?
    /// The method of the request.
    public let method: HTTPRequest.Method
    /// The URL of the request without user info, query and fragment, which may contain secrets.
    public let url: String
    /// The value of the `Idempotency-Key` field.
    public let idempotencyKey: String
    /// The time at which the entry was added.
    public let added: Date
    /// The time at which the entry expires, or `nil` for never.
    public let expires: Date?
    /// The status.
    public let status: Status
    /// The number of attempts that have failed. An attempt that ended with its process does not count.
    public let attempts: Int
    /// The time before which there is no next attempt, or `nil` if there is no such time.
    public let due: Date?
    /// The error of the last attempt, on one line of at most 320 bytes, without secrets and text of bodies, or `nil` if
    /// none has failed.
    public let lastError: String?
    /// The path of the file to download the response to, or `nil` if the response's body is ignored.
    package let destination: String?
  }
}

extension Outbox.Entry {
  init(_ name: EntryName, _ head: EntryHead, _ request: HTTPRequest, _ state: EntryState) {
    id = ID(name)
    key = head.key
    method = request.method
    url = (try? RequestURL(of: request))?.redacted ?? ""
    idempotencyKey = head.idempotencyKey
    added = head.added.date
    expires = head.expires?.date
    status = state.isDead ? .dead : .pending
    attempts = state.attempts
    due = state.due?.date
    lastError = state.error
    destination = head.destination
  }
}

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
