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
  }
}
