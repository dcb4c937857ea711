internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A request that is about to be added.
struct NewEntry {
  private let request: Request
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
    _ request: Request, key: String?, expiresAfter timeLimit: Duration?, toFile destination: String?
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
    let folder = FileManager.default.currentDirectoryPath
    let absolute = { @Sendable (path: String) in
      path.utf8.first == UInt8(ascii: "/") ? path : "\(folder)/\(path)"
    }
    var files: [KeptFile] = []
    do {
      var kept = try request.replacingFilePaths { path in
        files.append(try KeptFile(absolute(path)))
        return absolute(path)
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
    self.destination = destination.map(absolute)
  }

  /// Writes the entry. Blocks until it is on the disk.
  func add(to store: EntryStore) throws -> Outbox.Entry {
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
