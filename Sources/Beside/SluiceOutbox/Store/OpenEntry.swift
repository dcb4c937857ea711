internal import SluiceBody

/// The open file of an entry. All calls block.
struct OpenEntry: Sendable {
  let name: EntryName
  let path: String
  private let descriptor: Descriptor

  init(_ name: EntryName, _ descriptor: Descriptor, _ path: String) {
    self.name = name
    self.path = path
    self.descriptor = descriptor
  }

  /// Reads the state.
  ///
  /// - Throws: An ``OutboxError`` with the code `damaged-entry`; a ``BodyError`` with the code `read-failed`.
  func state() throws -> EntryState {
    try EntryFile.state(of: read(upTo: EntryFile.headByteCount))
  }

  /// Reads the whole file.
  ///
  /// - Throws: An ``OutboxError`` with the code `damaged-entry`; a ``BodyError`` with the code `read-failed`.
  func bytes() throws -> [UInt8] {
    let limit = EntryFile.headByteCount + Frame.overhead + EntryFile.maximumContentByteCount
    let bytes = try read(upTo: limit + 1)
    if bytes.count > limit { throw OutboxError(.damagedEntry, "it is larger than any entry") }
    return bytes
  }

  /// Reads what the bytes of the file say about the entry, without the request's body.
  ///
  /// - Throws: An ``OutboxError`` with the code `damaged-entry`.
  func summary(of bytes: [UInt8]) throws(OutboxError) -> EntryContent.Summary {
    let summary: EntryContent.Summary = try EntryFile.content(of: bytes)
    guard summary.lane == name.lane, summary.sequence == name.sequence else {
      throw OutboxError(.damagedEntry, "it is the file of another entry")
    }
    return summary
  }

  private func read(upTo limit: Int) throws -> [UInt8] {
    do {
      guard try descriptor.status().kind == .regular else { throw OutboxError.notRegular }
      return try descriptor.content(upTo: limit)
    } catch let error as SystemError {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }

  /// Replaces the state. It is on the disk when the call returns.
  ///
  /// - Returns: The state with its revision.
  func write(_ state: EntryState) throws -> EntryState {
    var state = state
    state.revision += 1
    let slot = try EntryFile.slot(of: state)
    try BodyError.writing(path) { () throws(SystemError) in
      try descriptor.write(slot.bytes.span, at: slot.offset)
      try descriptor.synchronize()
    }
    return state
  }
}

extension OutboxError {
  /// The error for something in place of an entry's file.
  static var notRegular: OutboxError { OutboxError(.damagedEntry, "it is not a regular file") }
}
