internal import SluiceJSON

/// The part of an entry that changes: its attempts, and the result of the last one.
///
/// ```
///  waiting ── an attempt fails, and is retried ──► waiting, with a due time
///     │ ▲
///     │ └─────────────── retry ──────────────────┐
///     ├── an attempt fails for good, expired ──► dead
///     └── an attempt succeeds ─────────────────► removed; if that fails: delivered
/// ```
package struct EntryState: Codable, Equatable, Sendable {
  /// The number of changes since the entry was added.
  package var revision = 0
  /// The number of attempts that have failed.
  package internal(set) var attempts = 0
  /// The number of failed attempts that the limits of the policy do not count, because their failures say nothing
  /// against the request. It is `nil` for 0.
  package internal(set) var waits: Int?
  /// The time at which the last attempt failed.
  var failed: Timestamp?
  /// The time of the next attempt, or `nil` if it can start at once.
  var due: Timestamp?
  /// Whether the request will not be sent again.
  package internal(set) var isDead = false
  /// Whether the request was delivered, but the file could not be removed. It is `nil` for `false`.
  package internal(set) var isDelivered: Bool?
  /// The error of the last attempt, without secrets.
  package internal(set) var error: String?

  /// The range of revisions and attempts, with room for additions.
  package static let numbers = 0..<1 << 53

  private static let maximumErrorByteCount = 320

  /// Returns the time until which the next attempt waits, or `nil` if it can start.
  func wait(at now: Timestamp) -> Timestamp? {
    // A clock that was set back must not delay the attempt by the difference.
    guard let due, due > now, failed ?? now <= now else { return nil }
    return due
  }

  /// Returns the state after a failed attempt.
  ///
  /// - Parameters:
  ///   - error: The text of the error.
  ///   - now: The current time.
  ///   - due: The time of the next attempt, or `nil` if there is none.
  ///   - isWait: Whether the limits of the policy do not count the attempt. Defaults to `false`.
  package func failing(
    _ error: String, at now: Timestamp, due: Timestamp?, isWait: Bool = false
  ) -> EntryState {
    var next = self
    next.attempts += 1
    if isWait { next.waits = (waits ?? 0) + 1 }
    next.failed = now
    next.due = due
    next.isDead = due == nil
    next.isDelivered = nil
    next.error = Self.line(error)
    return next
  }

  /// Returns the state of an entry that dies without an attempt.
  func dying(_ error: String) -> EntryState {
    var next = self
    next.due = nil
    next.isDead = true
    next.isDelivered = nil
    next.error = Self.line(error)
    return next
  }

  /// Returns the state of an entry that was delivered, but whose file cannot be removed.
  func delivered() -> EntryState {
    var next = EntryState()
    next.revision = revision
    next.isDelivered = true
    return next
  }

  /// Returns the state of an entry that is to be sent at once, as if it was new.
  func renewed() -> EntryState {
    var next = EntryState()
    next.revision = revision
    next.isDelivered = isDelivered
    next.error = error
    return next
  }

  /// Returns the start of a text on one line.
  private static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      let endsLine = category == .control || category == .lineSeparator || category == .paragraphSeparator
      line.unicodeScalars.append(endsLine ? " " : scalar)
      // A quotation mark or a backslash takes two bytes in JSON.
      let count = line.utf8.count + line.utf8.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
      if count > maximumErrorByteCount {
        line.unicodeScalars.removeLast()
        return line + "…"
      }
    }
    return line
  }
}
