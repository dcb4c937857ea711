internal import FoundationEssentials
internal import HTTPTypes
public import SluiceBody
public import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A folder that holds requests until they have been delivered, even if the process, the network or the machine fails
/// meanwhile.
///
/// ```swift
/// let outbox = try Outbox(folder: "/var/lib/app/outbox")
/// try await outbox.enqueue(session.request(.post, "events", event), key: "events")   // on the disk when it returns
/// for try await event in outbox.run(with: session) { print(event) }                  // delivered, failed, died, …
/// ```
///
/// Each entry is a file. Requests with the same key are sent in the order in which they were added, one at a time;
/// others in any order, several at a time. A request is delivered when its whole body was passed to the system, and the
/// response to its own method and body has a status from 200 to 299; a download, when the file is complete. Nothing
/// waits for the rest of the response. After a failure that ``Configuration/retries`` or
/// ``Configuration/waitingStatuses`` covers, the request is sent again later, by this process or another. After any
/// other failure, at its expiry, and if a file of its body has changed, the entry is dead: it is kept with the text of
/// its last error until ``retry(_:)`` or ``drop(_:)``.
///
/// An entry whose file cannot be read, written, moved or removed, for example on a failing disk, stays where it is. It
/// is skipped, and tried again after 1 s, doubled up to 1 min. Meanwhile, the other entries with its key wait.
///
/// A request may be sent more than once, for example if a process is killed before it has read the response. Each is
/// sent with an `Idempotency-Key` field, which stays the same, so that the server can recognize a repetition.
///
/// Several processes, and several instances, can share a folder on a local file system: each entry is sent by one at a
/// time. If a process dies, others take over its entries.
///
/// The folder and its files can be read by their owner only. An entry contains all fields that its request had when it
/// was added, with any credentials in them, but none that the session adds: let the session add credentials. Errors are
/// kept without secrets and text of bodies. Whoever can write to the folder decides what is sent.
public final class Outbox: Sendable {
  /// The maximum number of bytes of a stored request: 64 MiB. A body in memory takes four thirds of its size; one in a
  /// file only its path.
  public static let maximumEntryByteCount = EntryFile.maximumContentByteCount

  /// The configuration that the outbox was created with.
  public let configuration: Configuration
  let store: EntryStore
  /// Wakes the runs of this instance when entries have changed.
  let wakeUps = Lock<[ObjectIdentifier: WakeUp]>([:])

  /// The path of the folder, as passed to the initializer.
  public var folder: String { store.path }

  /// Opens the folder of an outbox, or creates it, with those above it that are missing.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - configuration: The settings. Defaults to `Configuration()`.
  /// - Throws: A ``BodyError`` with the code `folder-not-empty` for a folder with other files, which stays as it is, or
  ///   `write-failed`.
  public init(folder: some FilePathConvertible, _ configuration: Configuration = Configuration())
    throws(BodyError)
  {
    store = try EntryStore(folder._filePath)
    self.configuration = configuration
  }

  /// Opens the folder of an outbox that exists, and changes nothing in it, so that its file system may be read-only.
  /// Entries can be listed; anything else fails.
  ///
  /// - Throws: A ``BodyError`` with the code `read-failed`.
  package init(readingFolder folder: String) throws(BodyError) {
    store = try EntryStore(reading: folder)
    configuration = Configuration()
  }

  init(_ store: EntryStore, _ configuration: Configuration) {
    self.store = store
    self.configuration = configuration
  }

  /// Returns whether a folder has an outbox.
  ///
  /// - Throws: ``ErrorCode/readFailed`` if this process may not look.
  package static func exists(inFolder folder: String) throws(BodyError) -> Bool {
    try BodyError.reading(folder) { () throws(SystemError) in try EntryStore.exists(at: folder) }
  }

  /// Adds a request. It is on the disk when the call returns, and will be sent by this process or another.
  ///
  /// The body can consist of bytes and files, possibly joined, compressed with gzip or as a multipart form. Bytes are
  /// stored. Files are stored as absolute paths, with their sizes, times and inodes: they must stay where and as they
  /// are until the request is delivered, and a file that has changed is never sent. The ``SessionRequest/options`` are
  /// not stored: the session's apply.
  ///
  /// - Parameters:
  ///   - request: The request, with an absolute URL. It is sent with an `Idempotency-Key` field of a random UUID in
  ///     quotation marks (draft-ietf-httpapi-idempotency-key-header-07), unless it has that field.
  ///   - key: Requests with equal keys are sent in order, one at a time. Keys are equal as texts are in Swift, however
  ///     their characters are composed. Defaults to `nil`: the request is independent of all others.
  ///   - timeLimit: The time after which the request is no longer sent, or `nil` for no limit. Defaults to `nil`.
  ///   - destination: The path of a file to download the response to, as ``Session/download(_:to:options:progress:)``
  ///     does. A later attempt resumes the download. An existing file is replaced, because an attempt may follow one
  ///     that was complete. Defaults to `nil`: the response's body is ignored.
  /// - Returns: The entry.
  /// - Throws: An ``OutboxError`` with the code `unsupported-request` or `request-too-large`; a ``BodyError`` with the
  ///   code `write-failed`, for example if the disk is full. Then nothing was added.
  @discardableResult
  public func enqueue(
    _ request: SessionRequest, key: String? = nil, expiresAfter timeLimit: Duration? = nil,
    toFile destination: String? = nil
  ) async throws -> Entry {
    let entry = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try NewOutboxEntry(request, key: key, expiresAfter: timeLimit, toFile: destination).add(to: store)
    }
    await didChange()
    return entry
  }

  /// Wakes the runs of this instance and of other processes.
  func didChange() async {
    await withTaskExecutorPreference(BlockingExecutor.shared) { store.control.changeMark() }
    for wakeUp in wakeUps.withLock({ Array($0.values) }) { wakeUp.fire() }
  }
}

/// A request that is about to be added.
struct NewOutboxEntry {
  private let request: SessionRequest
  private let files: [KeptFile]
  private let key: String?
  private let idempotencyKey: String
  private let timeLimit: Duration?
  private let destination: String?

  private static let idempotencyField = HTTPField.Name("Idempotency-Key")

  /// Checks a request. Blocks.
  ///
  /// - Throws: An ``OutboxError`` with the code `unsupported-request`.
  init(
    _ request: SessionRequest, key: String?, expiresAfter timeLimit: Duration?, toFile destination: String?
  ) throws {
    do {
      _ = try RequestURL(of: request.head)
    } catch {
      throw OutboxError(.unsupportedRequest, error.message, underlying: error)
    }
    do {
      _ = try request.contentType(in: request.head.headerFields)
    } catch {
      throw OutboxError(.unsupportedRequest, "\(error)", underlying: error)
    }
    var files: [KeptFile] = []
    do {
      var kept = try request.replacingFilePaths { path in
        let path = try BodyError.reading(path) { () throws(SystemError) in try absolutePath(path) }
        files.append(try KeptFile(path))
        return path
      }
      let known = Self.idempotencyField.flatMap { kept.head.headerFields[$0] }
      idempotencyKey = known ?? "\"\(UUID().uuidString.lowercased())\""
      if let name = Self.idempotencyField { kept.head.headerFields[name] = idempotencyKey }
      self.request = kept
    } catch {
      throw error as? OutboxError ?? OutboxError(.unsupportedRequest, "\(error)", underlying: error)
    }
    self.files = files
    self.key = key
    self.timeLimit = timeLimit
    self.destination = try destination.map { path throws(BodyError) in
      try BodyError.writing(path) { () throws(SystemError) in try absolutePath(path) }
    }
  }

  /// Writes the entry. Blocks until it is on the disk.
  ///
  /// - Throws: An ``OutboxError`` with the code `unsupported-request` for a body in the folder of the outbox; a
  ///   ``BodyError`` with the code `write-failed`.
  func add(to store: EntryStore) throws -> Outbox.Entry {
    if let file = files.first(where: { store.contains($0.path) }) {
      throw OutboxError(.unsupportedRequest, "\(file.path) is in the folder of the outbox")
    }
    let name = EntryName(lane: EntryName.lane(of: key), sequence: try store.control.nextSequence())
    let now = Timestamp.now
    let head = EntryHead(
      key: key, idempotencyKey: idempotencyKey, added: now, expires: timeLimit.map { now + $0 },
      destination: destination)
    let content = EntryContent(
      lane: name.lane, sequence: name.sequence, head: head, files: files, request: request)
    try store.add(EntryFile.bytes(of: content), as: name)
    return Outbox.Entry(name, head, request.head, EntryState())
  }
}
