/// Stores the body of a response while it is passed on.
///
/// A store that fails ends the recording, and never the response.
struct EntryRecorder {
  private var writer: (any EntryWriter)?
  private let flight: Flight
  /// Whether the recorded body is only a part of the complete one.
  private let isPart: Bool

  /// - Parameters:
  ///   - writer: Writes the entry, or `nil` to record nothing.
  ///   - isPart: Whether the recorded body is only a part of the complete one.
  ///   - flight: The request, which tells whether its response is still valid.
  init(_ writer: (any EntryWriter)?, isPart: Bool = false, of flight: Flight) {
    self.writer = writer
    self.isPart = isPart
    self.flight = flight
  }

  var isRecording: Bool { writer != nil }

  mutating func append(_ bytes: [UInt8]) async {
    guard let writer else { return }
    do {
      try await writer.append(bytes)
    } catch {
      self.writer = nil
      await writer.discard()
    }
  }

  /// Makes the entry appear, unless its response has become invalid.
  ///
  /// - Returns: Whether the entry has appeared.
  mutating func finish() async -> Bool {
    guard let writer = writer.take() else { return false }
    guard !flight.isInvalidated else {
      await writer.discard()
      return false
    }
    if isPart {
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
    if keepsPart, !flight.isInvalidated { await writer.keepPart() } else { await writer.discard() }
  }
}
