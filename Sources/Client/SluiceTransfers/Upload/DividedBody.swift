internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A body that is divided into parts, and the record of them.
struct DividedBody: Sendable {
  let body: any BodySource
  /// The identity of the body, or `nil` if it has none, and there is no record.
  let identity: BodyIdentity?
  /// The number of bytes of each part but the last.
  let size: Int64
  /// The parts that an earlier upload has sent, by their numbers.
  private(set) var finished: [Int: UploadedPart] = [:]
  /// Which of the parts are sent, by their numbers.
  let numbers: ClosedRange<Int>
  /// The plan that several machines carry out, or `nil` if there is none.
  let shared: UploadPlan?
  /// The texts that the body has drawn at random.
  let drawn: [String]
  /// The SHA-256 of what identifies the upload, or `nil` if there is no record.
  var uploadID: String?
  /// The first request for the first part, or `nil` if it has not been made.
  var firstRequest: SessionRequest?
  /// The file of the record, or `nil` if there is none.
  let file: Checkpoint<PartsRecord>?

  /// Returns a part.
  ///
  /// - Parameter number: The number, from 1.
  func part(_ number: Int) throws(SessionError) -> UploadPart {
    let offset = Int64(number - 1) * size
    let digest = shared.map { PartDigest(expecting: $0.digest(of: number)) }
    let slice = try SessionError.ofBody {
      // libcurl then uses half of its buffer, for each of the parts that are sent at once.
      try UnchangedSlice(
        of: body, from: offset, upTo: size, identity: identity, digest: digest, readLimit: 128 << 10)
    }
    return UploadPart(
      number: number, offset: offset, byteCount: slice.byteCount ?? 0, body: slice, digest: digest)
  }

  /// Takes the parts of a record, whose numbers are valid.
  ///
  /// - Parameters:
  ///   - parts: The parts.
  ///   - needsETags: Whether a part without an ETag is sent again.
  mutating func finish(_ parts: [PartsRecord.Part], needsETags: Bool) throws(SessionError) {
    for earlier in parts {
      guard let fields = HTTPFields(pairs: earlier.fields), !needsETags || fields.hasETag else { continue }
      finished[earlier.number] = UploadedPart(try part(earlier.number), fields: fields)
    }
  }

  /// Takes the results of an earlier call.
  mutating func finish(_ parts: [UploadedPart]) {
    for part in parts where numbers.contains(part.number) { finished[part.number] = part }
  }

  /// The number of bytes of the parts that are sent.
  var byteCount: Int64 {
    get throws(SessionError) {
      let last = try part(numbers.upperBound)
      return last.offset + last.byteCount - Int64(numbers.lowerBound - 1) * size
    }
  }

  /// Checks that the files of the body are what they were when the upload began. Blocks.
  ///
  /// - Throws: A ``SessionError`` with the code `body-failed`.
  func checkForChanges() throws(SessionError) {
    guard let identity, !identity.files.isEmpty else { return }
    try SessionError.ofBody { try body.check(is: identity) }
  }

  /// Writes the record, if there is one and other parts have finished since.
  func save(_ tally: PartsTally) async throws {
    guard let file, let identity, let parts = tally.unsavedParts() else { return }
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try file.save(
        PartsRecord(
          partByteCount: size, uploadID: uploadID, body: identity, drawn: drawn,
          parts: parts.map { .init(number: $0.number, fields: $0.fields.pairs) }))
    }
  }
}

/// The record of an upload in parts: the parts that the server has accepted. It contains no URLs.
///
/// ```
///  {"version":1,"partByteCount":67108864,"uploadID":"9f86d0…",
///   "body":{"byteCount":144703488,"digest":"60303a…","files":[{"path":"/data/a.mov",…}]},"drawn":[],
///   "parts":[{"number":1,"fields":[["ETag","\"b10a8d…\""]]},{"number":3,"fields":[["ETag","\"7ac66c…\""]]}]}
/// ```
struct PartsRecord: StoredRecord, Equatable {
  /// A part that the server has accepted.
  struct Part: Codable, Equatable {
    var number: Int
    /// The names and values of the fields that identify its bytes.
    var fields: [[String]]
  }

  /// The version of the format.
  var version = 1
  /// The number of bytes of each part but the last.
  var partByteCount: Int64
  /// The SHA-256 of what identifies the upload, in hexadecimal: the caller's identifier, or otherwise the URL of the
  /// first part. `nil` in records of version 0.2 without an identifier.
  var uploadID: String?
  /// The identity of the body.
  var body: BodyIdentity
  /// The texts that the body has drawn at random.
  var drawn: [String]
  /// The finished parts in ascending order.
  var parts: [Part]

  static var maximumByteCount: Int { 64 << 20 }

  var isValid: Bool {
    version == 1 && partByteCount > 0 && parts.first?.number ?? 1 > 0
      && zip(parts, parts.dropFirst()).allSatisfy { $0.number < $1.number }
      && parts.allSatisfy {
        HTTPFields(pairs: $0.fields).map { $0.byteCount <= UploadedPart.maximumFieldByteCount } ?? false
      }
  }
}

extension HTTPFields {
  /// The names and values of the fields.
  var pairs: [[String]] { map { [$0.name.rawName, $0.value] } }

  /// Creates fields of their ``pairs``; `nil` if one of them is malformed.
  init?(pairs: [[String]]) {
    self.init()
    for pair in pairs {
      guard pair.count == 2, let name = HTTPField.Name(pair[0]), HTTPField.isValidValue(pair[1]) else {
        return nil
      }
      append(HTTPField(name: name, value: pair[1]))
    }
  }
}

/// Which parts of an upload have finished, and how much of the others has been sent.
final class PartsTally: Sendable {
  private struct State {
    var finished: [Int: UploadedPart]
    /// The number of the last part that was begun.
    var begun: Int
    /// The number of bytes of the finished parts.
    var finishedByteCount: Int64
    /// The number of bytes of the parts that are being sent. With a retry, it decreases, and no progress is reported
    /// until the bytes have been sent again.
    var sent: [Int: Int64] = [:]
    var throttle = ProgressThrottle()
    var hasUnsaved = false
  }

  /// An element for changes of the finished parts.
  let changes: AsyncStream<Void>
  private let changed: AsyncStream<Void>.Continuation
  private let last: Int
  private let earlier: Int64
  /// The upload as a whole.
  let context: TransferContext
  let targets = PartTargets()
  private let state: Lock<State>

  /// - Parameters:
  ///   - plan: The parts to send, and those that have finished.
  ///   - context: Receives the progress.
  init(_ plan: DividedBody, _ context: TransferContext) throws(SessionError) {
    (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    (last, self.context) = (plan.numbers.upperBound, context)
    // BOUNDED: the parts are those of a body whose size is an `Int64`.
    earlier = plan.finished.values.reduce(0) { $0 + $1.byteCount }
    state = Lock(
      State(finished: plan.finished, begun: plan.numbers.lowerBound - 1, finishedByteCount: earlier))
    context.beginParts(after: earlier, of: try plan.byteCount)
  }

  /// Returns the number of a part that is to be sent, or `nil` if there is none.
  func next() -> Int? {
    state.withLock { state in
      while state.begun < last {
        state.begun += 1
        if state.finished[state.begun] == nil { return state.begun }
      }
      return nil
    }
  }

  /// Notes that a number of bytes of a part have been sent.
  func didSend(_ byteCount: Int64, of part: UploadPart) {
    report { state in
      guard state.finished[part.number] == nil else { return false }
      // A body of the caller's own may be larger.
      state.sent[part.number] = min(byteCount, part.byteCount)
      return state.throttle.admits(at: .now)
    }
  }

  /// Notes that a part has been sent.
  func finish(_ part: UploadedPart) {
    report { state in
      state.finished[part.number] = part
      state.finishedByteCount += part.byteCount
      state.sent[part.number] = nil
      state.hasUnsaved = true
      return true
    }
    changed.yield()
  }

  /// - Parameter change: Changes the state.
  /// - Returns: Whether to report the progress.
  private func report(after change: (inout State) -> Bool) {
    let count = state.withLock { state in
      // BOUNDED: likewise.
      change(&state) ? state.sent.values.reduce(state.finishedByteCount - earlier, +) : nil
    }
    if let count { context.didSend(inParts: count) }
  }

  /// The finished parts in order.
  var parts: [UploadedPart] { state.withLock { Self.sorted($0.finished) } }

  /// Returns the finished parts in order, or `nil` if they are those that this method returned before.
  func unsavedParts() -> [UploadedPart]? {
    state.withLock { state in
      guard state.hasUnsaved else { return nil }
      state.hasUnsaved = false
      return Self.sorted(state.finished)
    }
  }

  private static func sorted(_ parts: [Int: UploadedPart]) -> [UploadedPart] {
    parts.values.sorted { $0.number < $1.number }
  }
}
