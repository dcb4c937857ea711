/// Stores the body of a response while it is passed on.
///
/// A store that fails ends the recording, and never the response.
struct EntryRecorder {
  private var writer: (any EntryWriter)?
  private var flight: Flight?
  /// The number of bytes that are missing of a part, or `nil` if the body is recorded to its end.
  private var missing: Int64?

  /// Creates a recorder that records nothing.
  init() {}

  /// - Parameters:
  ///   - writer: Writes the entry, or `nil` to record nothing.
  ///   - partByteCount: The number of bytes of a part, as its `Content-Range` says, or `nil` if the body is recorded
  ///     to its end. A part of another size is not stored.
  ///   - flight: The request, which tells whether its response is still valid.
  init(_ writer: (any EntryWriter)?, partByteCount: Int64?, of flight: Flight) {
    self.writer = writer
    missing = partByteCount
    self.flight = flight
  }

  var isRecording: Bool { writer != nil }

  mutating func append(_ bytes: [UInt8]) async {
    guard let writer else { return }
    missing = missing.map { $0 - Int64(bytes.count) }
    do {
      if (missing ?? 0) >= 0 { return try await writer.append(bytes) }
    } catch {}
    self.writer = nil
    await writer.discard()
  }

  /// Makes the entry appear, unless its response has become invalid.
  ///
  /// - Returns: Whether the entry has appeared.
  mutating func finish() async -> Bool {
    guard let writer = writer.take() else { return false }
    guard flight?.isInvalidated == false, missing ?? 0 == 0 else {
      await writer.discard()
      return false
    }
    if missing != nil {
      await writer.keepPart()
      return true
    }
    do {
      try await writer.commit()
      return true
    } catch {
      return false
    }
  }

  /// Ends the recording of a body that has been cut off.
  ///
  /// - Parameter keepsPart: Whether the bytes so far can be completed later.
  mutating func abandon(keepsPart: Bool) async {
    guard let writer = writer.take() else { return }
    if keepsPart, flight?.isInvalidated == false { await writer.keepPart() } else { await writer.discard() }
  }
}
