internal import FoundationEssentials
internal import Glibc
internal import Logging
internal import SluiceBody

/// The file of a session's cookies, which is replaced when they change.
///
/// Changes are noted on the loop thread. Each task that receives a response waits until the file contains the changes
/// before it. A write contains all changes that were noted until it began, so there are fewer writes than responses:
///
/// ```
///  responses   1   2   3   4   5              changes 1 to 5
///  tasks       1   2   3   4   5              wait
///  writes      └───1───┴──2 to 5──┘           the second one begins when the first one has ended
/// ```
final class CookieFile: Sendable {
  private struct State {
    /// The number of changes.
    var noted = 0
    /// The number of changes that have been written, or could not be.
    var written = 0
    var isWriting = false
    /// Tasks that wait for a number of changes to be written.
    var waiting: [(change: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// The content that was written last, or `nil` if none was.
    var content: [UInt8]?
    var hasWarned = false
    /// Why the cookies of the file are unknown, or `nil` if they are not.
    var loadFailure: SystemError?
  }

  let path: String
  let keepsSessionCookies: Bool
  private let log: Logger
  private let state = Lock(State())

  init(at path: String, keepsSessionCookies: Bool = false, log: Logger = Logger(label: "sluice")) {
    (self.path, self.keepsSessionCookies, self.log) = (path, keepsSessionCookies, log)
  }

  /// Notes that the file could not be read, so that it must not be replaced: its cookies would be lost.
  func didFailToLoad(_ error: SystemError) { state.withLock { $0.loadFailure = error } }

  /// Notes that the cookies have changed. Does not block.
  func noteChange() { state.withLock { $0.noted += 1 } }

  /// Whether changes have been noted that are not in the file.
  var hasChanges: Bool { state.withLock { $0.written < $0.noted } }

  /// Waits until the changes that have been noted are in the file.
  ///
  /// - Parameter lines: Returns all cookies, as lines in the Netscape format. Called on a thread that may block.
  func save(_ lines: @escaping @Sendable () -> [[UInt8]]) async {
    await withCheckedContinuation { continuation in
      let mustBegin = state.withLock { state -> Bool? in
        guard state.written < state.noted else { return nil }
        state.waiting.append((state.noted, continuation))
        defer { state.isWriting = true }
        return !state.isWriting
      }
      switch mustBegin {
      case nil: continuation.resume()
      case true?: Task(executorPreference: BlockingExecutor.shared) { self.write(lines) }
      case false?: break
      }
    }
  }

  /// Writes the file until no task waits. Blocks.
  private func write(_ lines: @Sendable () -> [[UInt8]]) {
    while let change = nextChange() {
      do {
        try replace(with: content(lines(), at: Date().timeIntervalSince1970))
      } catch {
        warn(error)
      }
      let ready = state.withLock { state in
        state.written = change
        defer { state.waiting.removeAll { $0.change <= change } }
        return state.waiting.filter { $0.change <= change }
      }
      for task in ready { task.continuation.resume() }
    }
  }

  /// Returns the number of changes that the next write contains, or `nil` if no task waits.
  private func nextChange() -> Int? {
    state.withLock { state in
      state.isWriting = !state.waiting.isEmpty
      return state.isWriting ? state.noted : nil
    }
  }

  /// Replaces the file, unless it was last written with the same content.
  ///
  /// The file is not claimed, because several sessions and programs may use it. The new file is
  /// not flushed to disk, because each response would wait for the disk.
  private func replace(with content: [UInt8]) throws(BodyError) {
    guard state.withLock({ $0.content != content }) else { return }
    if let error = state.withLock({ $0.loadFailure }) {
      throw BodyError(.fileUnreadable, path: path, systemError: error)
    }
    let final = try DestinationPath(path)
    let isFirst = state.withLock { $0.content == nil }
    try Self.checkExisting(path, isFirst: isFirst)
    if isFirst { final.removeAbandonedReplacements() }
    try final.replace(with: content, permissions: 0o600)
    state.withLock { $0.content = content }
  }

  /// Logs the first failure as an error, because cookies are lost.
  private func warn(_ error: any Error) {
    let isFirst = state.withLock { state in
      defer { state.hasWarned = true }
      return !state.hasWarned
    }
    if isFirst { log.error("the cookies cannot be saved: \(error)") }
  }

  /// Checks that a new file may replace what is at the path, if anything is.
  ///
  /// - Parameter isFirst: Whether this object has not replaced it yet.
  /// - Throws: ``ErrorCode/fileExists`` for anything other than a regular file, since a file that is renamed to
  ///   the path of a device would remove the device, for an open descriptor, such as `/dev/stdout`, and for a file
  ///   with something other than cookies.
  ///   ``ErrorCode/fileUnreadable`` for a file whose cookies are unknown, and would be lost.
  private static func checkExisting(_ path: String, isFirst: Bool) throws(BodyError) {
    var isReplaceable: Bool
    do throws(SystemError) {
      isReplaceable =
        try FileStatus(ofFileAt: path).kind == .regular && Descriptor.inherited(at: path) == nil
      if isReplaceable {
        _ = try FileStatus(ofReadableFileAt: path)
        if isFirst {
          isReplaceable = try CookieLines.haveAll(of: .open(path, flags: O_RDONLY | O_NONBLOCK))
        }
      }
    } catch {
      if error.isMissingFile { return }
      throw BodyError(.fileUnreadable, path: path, systemError: error)
    }
    if !isReplaceable { throw BodyError(.fileExists, path: path) }
  }

  /// Checks that the cookies can be read from a file and saved in it. Leaves nothing behind. Blocks.
  ///
  /// - Throws: ``ErrorCode/fileExists``, ``ErrorCode/fileUnreadable`` or ``ErrorCode/writeFailed``.
  static func check(_ path: String) throws(BodyError) {
    let destination = try DestinationPath(path)
    try checkExisting(path, isFirst: true)
    try destination.checkReplaceable()
    _ = try BodyError.writing(path) { () throws(SystemError) in
      try TemporaryFile(in: destination.folder, orElse: .noName)
    }
  }

  /// Returns the content of the file in the Netscape format, without expired cookies. Session cookies are part of it
  /// only if they are kept.
  ///
  /// The fifth field of a line is the time at which the cookie expires, in seconds since 1970, or 0 for a session
  /// cookie:
  ///
  /// ```
  ///  #HttpOnly_example.com⇥FALSE⇥/⇥TRUE⇥1893456000⇥id⇥1
  /// ```
  func content(_ lines: [[UInt8]], at time: TimeInterval) -> [UInt8] {
    var content = Array("# Netscape HTTP Cookie File\n\n".utf8)
    for line in lines {
      let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 5, omittingEmptySubsequences: false)
      if fields.count > 5, let expiry = Int64(String(decoding: fields[4], as: UTF8.self)),
        expiry == 0 ? !keepsSessionCookies : Double(expiry) <= time
      {
        continue
      }
      content += line
      content.append(UInt8(ascii: "\n"))
    }
    return content
  }
}

/// Finds out whether a head sets cookies, from its lines.
struct SetCookieDetector {
  private static let field = Array("set-cookie:".utf8)
  private var isFound = false

  /// Takes a line of a head.
  ///
  /// - Returns: Whether it is the last line of a head that sets cookies. libcurl may store a cookie after it has passed
  ///   its line.
  mutating func isEnd(_ line: borrowing Span<UInt8>) -> Bool {
    if line.count > Self.field.count {
      if Self.field.indices.allSatisfy({ line[$0] | 0x20 == Self.field[$0] }) { isFound = true }
      return false
    }
    guard isFound, line.count <= 2 else { return false }
    isFound = false
    return true
  }
}

// A file that several processes may replace at the same time. The last one wins.

extension DestinationPath {
  /// Replaces the file, or creates it, atomically. Nothing is flushed to the disk. Blocks.
  ///
  /// Until the new file is complete, it has a hidden name in the same folder, and its writer has locked it. A process
  /// that is killed leaves it there until ``removeAbandonedReplacements()``.
  ///
  /// - Throws: ``ErrorCode/writeFailed``.
  func replace(with content: [UInt8], permissions: UInt32) throws(BodyError) {
    let file = try BodyError.writing(text) { () throws(SystemError) in
      try newReplacement(permissions: permissions)
    }
    defer { file.descriptor.release() }
    try file.descriptor.write(content.span, toFileAt: text)
    let earlier = try? FileStatus(ofFileAt: text).inode
    do throws(BodyError) {
      try file.commit(to: self, ifExists: .replace, flushing: .nothing)
    } catch {
      // Another writer has replaced it since it got its name.
      guard error.code == .fileReplaced, let now = try? FileStatus(ofFileAt: text).inode, now != earlier
      else {
        throw error
      }
    }
  }

  /// Removes the files that processes were writing when they were killed. Blocks.
  ///
  /// - Complexity: O(*n*) for *n* files in the folder.
  func removeAbandonedReplacements() {
    for name in (try? names(inFolder: folder)) ?? [] where isReplacement(name) {
      let path = sibling(name)
      guard let file = try? Descriptor.openForUpdating(path, creating: false),
        (try? file.status())?.isOwnFile(at: self) == true, (try? file.claim()) == true
      else { continue }
      file.removeName(path)
      file.release()
    }
  }

  private func isReplacement(_ name: String) -> Bool {
    name.utf8.starts(with: "\(hiddenStem)-".utf8) && name.hasSuffix(".new")
  }

  private func newReplacement(permissions: UInt32) throws(SystemError) -> TemporaryFile {
    while true {
      let path = sibling("\(hiddenStem)-\(String(UInt64.random(in: .min ... .max), radix: 36)).new")
      let file = try TemporaryFile(at: path, permissions: permissions)
      // Another process may take the file for an abandoned one until it is locked. Where files cannot be locked, none
      // does.
      if (try? file.descriptor.claim()) != false, try file.descriptor.isFile(at: path) { return file }
    }
  }
}
