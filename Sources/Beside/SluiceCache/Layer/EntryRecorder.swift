internal import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

/// Stores the body of a response while it is passed on.
///
/// A store that fails ends the recording, and never the response.
struct EntryRecorder {
  private var writer: (any EntryWriter)?
  private var flight: Flight?
  /// The number of missing bytes of a range, or `nil` if the body is recorded to its end.
  private var missing: Int64?

  /// - Parameters:
  ///   - writer: Writes the entry. Defaults to `nil`, which records nothing.
  ///   - rangeByteCount: The number of bytes of a range, as its `Content-Range` says, or `nil` if the body is recorded
  ///     to its end. A range of another size is not stored. Defaults to `nil`.
  ///   - flight: The request, which tells whether its response is still valid. Defaults to `nil`.
  init(_ writer: (any EntryWriter)? = nil, rangeByteCount: Int64? = nil, of flight: Flight? = nil) {
    self.writer = writer
    missing = rangeByteCount
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
    do {
      if missing ?? 0 == 0, let flight,
        try await flight.store({ [missing] in
          if missing == nil { try await writer.commit() } else { await writer.keepIncomplete() }
        })
      {
        return true
      }
    } catch {
      return false
    }
    await writer.discard()
    return false
  }

  /// Ends the recording of a body that has been cut off.
  ///
  /// - Parameter keepsIncomplete: Whether the bytes so far can be completed later.
  mutating func abandon(keepsIncomplete: Bool) async {
    guard let writer = writer.take() else { return }
    if keepsIncomplete, let flight, await flight.store({ await writer.keepIncomplete() }) { return }
    await writer.discard()
  }
}

extension CachedExchange {
  /// Starts to record a response. A range that continues a stored one is added to it.
  func recorder(of head: StoredHead, _ flight: Flight) async -> EntryRecorder {
    guard head.status == .partialContent else { return await beginEntry(head, flight) }
    guard let range = head.fields.value(of: .contentRange).flatMap({ ContentRange($0) })?.range else {
      return EntryRecorder()
    }
    var joined = head
    var incomplete: StoredResponse?
    if let old = await lookUp().match, !old.isWhole, let oldTag = old.head.strongTag,
      head.strongTag.map({ oldTag.isStronglyEqual(to: $0) }) == true,
      old.head.hasCodings(of: head.fields, mayBeLeftOut: caching.fields.contains(.ifRange)),
      old.head.offset.addingReportingOverflow(old.entry.body.byteCount) == (head.offset, false)
    {
      incomplete = old
      joined = old.head
      joined.update(with: head.fields, requestTime: head.requestTime, responseTime: head.responseTime)
      joined.completeLength = head.completeLength
      joined.becomeJoined()
    }
    let isWhole = joined.offset == 0 && range.upperBound == joined.completeLength
    if isWhole { joined.becomeWhole(byteCount: range.upperBound) }
    return await beginEntry(
      joined, continuing: incomplete, rangeByteCount: isWhole ? nil : Int64(range.count), flight)
  }

  /// Starts to write an entry, if the response may be stored.
  func beginEntry(
    _ head: StoredHead, continuing incomplete: StoredResponse? = nil, rangeByteCount: Int64? = nil,
    _ flight: Flight
  ) async -> EntryRecorder {
    guard head.isSelectedByEnoughFields else {
      if let incomplete { try? await store.remove(incomplete.entry) }
      return EntryRecorder()
    }
    guard head.mayBeStored, !caching.control.isNoStore, let metadata = head.metadata, !flight.isInvalidated
    else { return EntryRecorder() }
    let variant = head.selectingFields.digest(of: caching.fields)
    let others = await shared.entries(for: key).filter { $0.variant != variant }
    for entry in others.dropFirst(CacheKey.maximumVariantCount - 1) { try? await store.remove(entry) }
    let writer = try? await store.begin(
      key, variant: variant, metadata: metadata,
      expectedByteCount: rangeByteCount == nil ? head.completeLength : nil,
      continuing: incomplete?.entry)
    return EntryRecorder(writer, rangeByteCount: rangeByteCount, of: flight)
  }
}
