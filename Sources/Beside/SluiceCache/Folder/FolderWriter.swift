internal import SluiceBody

/// Writes an entry of a ``FolderStore``. Bytes stay in memory while they fit into the key's file.
final class FolderWriter: EntryWriter {
  private enum State: Sendable {
    case memory([UInt8])
    case file(CheckedFileWriter, Reservation)
    case ended
  }

  private let folder: StoreFolder
  private let new: NewEntry
  private let state = Lock(State.memory([]))

  init(in folder: StoreFolder, _ new: NewEntry) {
    self.folder = folder
    self.new = new
  }

  func append(_ bytes: [UInt8]) async throws {
    let isInMemory = state.withLock { state in
      guard case .memory(var content) = state, content.count + bytes.count <= KeyFile.maximumContentByteCount
      else { return false }
      // The only reference to the storage is now `content`, so it can grow in place.
      state = .memory([])
      content += bytes
      state = .memory(content)
      return true
    }
    if isInMemory { return }
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try append(bytes.span) }
  }

  /// Appends bytes. Blocks.
  func append(_ bytes: borrowing Span<UInt8>) throws(BodyError) {
    let previous = state.withLock { exchange(&$0, with: .ended) }
    var file: CheckedFileWriter
    let reservation: Reservation
    switch previous {
    case .memory(var content) where content.count + bytes.count <= KeyFile.maximumContentByteCount:
      for index in bytes.indices { content.append(bytes[index]) }
      return state.withLock { [content] in $0 = .memory(content) }
    case .memory(let content):
      (file, reservation) = (try folder.makeBody(), folder.makeReservation())
      try file.append(content.span)
    case .file(let open, let reserved): (file, reservation) = (open, reserved)
    case .ended: throw BodyError(.writeFailed, path: folder.path)
    }
    let byteCount = file.byteCount + Int64(bytes.count)
    if let expected = new.expectedByteCount, byteCount > expected { throw mismatch(byteCount) }
    guard reservation.grow(to: byteCount) else {
      throw BodyError(.overLimit, path: folder.path, expected: folder.maximumByteCount)
    }
    try file.append(bytes)
    state.withLock { [file] in $0 = .file(file, reservation) }
  }

  private func mismatch(_ byteCount: Int64) -> BodyError {
    BodyError(.byteCountMismatch, path: folder.path, expected: new.expectedByteCount, actual: byteCount)
  }

  func commit() async throws { try await finish(isComplete: true) }

  func keepIncomplete() async { try? await finish(isComplete: false) }

  func discard() async {
    // Closing a large file without a name takes time.
    await withTaskExecutorPreference(BlockingExecutor.shared) { state.withLock { $0 = .ended } }
  }

  private func finish(isComplete: Bool) async throws {
    let last = state.withLock { exchange(&$0, with: .ended) }
    let (content, file): ([UInt8]?, CheckedFileWriter?) =
      switch last {
      case .memory(let content): (content, nil)
      case .file(let file, _): (nil, file)
      case .ended: throw BodyError(.writeFailed, path: folder.path)
      }
    let byteCount = file?.byteCount ?? Int64(content?.count ?? 0)
    if isComplete, let expected = new.expectedByteCount, byteCount != expected { throw mismatch(byteCount) }
    if !isComplete, byteCount == 0 { return }
    let entry = KeyFile.Variant(
      id: .random(in: 0 ... .max), variant: new.variant, metadata: new.metadata, isComplete: isComplete,
      byteCount: byteCount, content: content)
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try folder.add(entry, file, to: new.key) }
  }
}

/// The bytes of a body that is being written, until this object is released.
///
/// All bodies that a process writes at a time are at most as large as all entries may be, so that servers cannot fill
/// the disk with bodies that do not end.
final class Reservation: Sendable {
  private let all: Lock<Int64>
  private let own = Lock<Int64>(0)
  private let limit: Int64

  /// - Parameters:
  ///   - all: The number of bytes of all bodies.
  ///   - limit: The maximum of it.
  init(in all: Lock<Int64>, upTo limit: Int64) {
    self.all = all
    self.limit = limit
  }

  deinit {
    let count = own.withLock { $0 }
    all.withLock { $0 -= count }
  }

  /// Changes the number of bytes of the body.
  ///
  /// - Returns: `false` if it is too large for the limit, and stays.
  func grow(to byteCount: Int64) -> Bool {
    own.withLock { own in
      let added = byteCount - own
      let fits = all.withLock { all in
        guard added <= limit - all else { return false }
        all += added
        return true
      }
      if fits { own = byteCount }
      return fits
    }
  }
}
