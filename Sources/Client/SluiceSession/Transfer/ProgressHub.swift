internal import SluiceBody
internal import SluiceTransport

/// The progress of a call, and its readers. All copies are the same hub.
///
/// ```
///  exchanges ── counts ──► meter ── progress ──┬──► the observer of the call
///                                              ├──► the sequences of the transfer's handle
///                                              └──► monitors, also after the end of the readers
/// ```
///
/// Readers are called while the hub is locked, so that the progress arrives in order. The control of a handle calls the
/// hub while the control is locked. The hub never calls the control.
struct ProgressHub: Sendable {
  enum Reader {
    /// Called at once, and must not block.
    case function(TransferProgress.Report)
    case sequence(AsyncStream<TransferProgress>.Continuation)
  }

  private struct State {
    var meter: ProgressMeter
    /// The number of the exchange that may change the progress, or `nil` if there is none.
    var exchange: Int?
    var exchanges = 0
    /// The readers in the order in which they have joined.
    var readers: [(number: Int, reader: Reader)] = []
    var lastReader = 0
    /// Whether the readers have their last progress.
    var hasEnded = false
    /// The last progress of the readers, or `nil` until the meter changes after their end.
    var last: TransferProgress?

    var progress: TransferProgress { last ?? meter.progressOfFile }

    /// Changes the meter, but not the last progress.
    mutating func change<Result>(_ change: (inout ProgressMeter) -> Result) -> Result {
      if hasEnded, last == nil { last = progress }
      return change(&meter)
    }

    @inline(__always)
    func report() { if !readers.isEmpty { callReaders() } }

    @inline(never)
    private func callReaders() {
      let progress = progress
      for (_, reader) in readers {
        switch reader {
        case .function(let report): report(progress)
        case .sequence(let updates): updates.yield(progress)
        }
      }
    }

    mutating func add(_ reader: Reader) -> Int {
      lastReader += 1
      readers.append((lastReader, reader))
      return lastReader
    }
  }

  private let state: Lock<State>

  /// - Parameter isDownload: Whether the call is a download to a file.
  init(isDownload: Bool) { state = Lock(State(meter: ProgressMeter(isDownload: isDownload))) }

  /// The newest progress; the last one after the end.
  var progress: TransferProgress { state.withLock { $0.progress } }

  /// The counts of the newest progress.
  var byteCounts: (transferred: Int64, total: Int64?) {
    state.withLock { state in
      state.last.map { ($0.transferredByteCount, $0.totalByteCount) } ?? state.meter.byteCounts
    }
  }

  // MARK: Changes

  /// Notes that an exchange begins, replacing the one before it.
  ///
  /// - Parameter body: The request's body, or `nil` if there is none.
  /// - Returns: The number of the exchange, from 1.
  func beginExchange(sending body: (any BodySource)?) -> Int {
    state.withLock { state in
      state.exchanges += 1
      state.exchange = state.exchanges
      state.change { $0.begin(sending: body) }
      return state.exchanges
    }
  }

  /// Ignores the exchanges from now on.
  func ignoreExchanges() { state.withLock { $0.exchange = nil } }

  /// Changes the progress without a report.
  ///
  /// - Parameters:
  ///   - exchange: The number of the exchange that changes it. It has no effect if it is not the last one. Defaults to
  ///     `nil`, for none.
  ///   - change: Changes the progress.
  func change(of exchange: Int? = nil, _ change: (inout ProgressMeter) -> Void) {
    state.withLock { state in
      if exchange == nil || state.exchange == exchange { state.change(change) }
    }
  }

  /// Updates the counts of the attempt, and reports the progress, unless a download still waits for its file.
  ///
  /// - Parameters:
  ///   - counts: The counts.
  ///   - exchange: The number of the exchange that reports them. It has no effect if it is not the last one. Defaults
  ///     to `nil`, for none.
  ///   - observe: Observes the progress, also before the file and after the end.
  func update(
    _ counts: TransferProgress, of exchange: Int? = nil, _ observe: (borrowing ProgressMeter) -> Void
  ) {
    state.withLock { state in
      guard exchange == nil || state.exchange == exchange else { return }
      state.change { $0.update(counts, at: .now) }
      if !state.meter.awaitsFile { state.report() }
      observe(state.meter)
    }
  }

  /// Reports the progress.
  ///
  /// - Parameter change: Changes it before. Defaults to no change.
  func report(after change: (inout ProgressMeter) -> Void = { _ in }) {
    state.withLock { state in
      state.change(change)
      state.report()
    }
  }

  /// Ends the readers. The progress does not change for them from now on. Has no effect after the end.
  func end() {
    let readers = state.withLock { state -> [(number: Int, reader: Reader)] in
      if state.hasEnded { return [] }
      state.hasEnded = true
      defer { state.readers = [] }
      return state.readers
    }
    for case (_, .sequence(let updates)) in readers { updates.finish() }
  }

  // MARK: Readers

  /// Adds a reader, which is called with the progress from the next report on.
  func add(_ reader: Reader) { state.withLock { if !$0.hasEnded { _ = $0.add(reader) } } }

  /// Calls an observer, which may block, with the progress from the next report on, in a task of its own. A slow
  /// observer gets the newest progress, and always the last one.
  ///
  /// - Returns: The task, which ends after the hub.
  func deliver(to observer: @escaping TransferProgress.Report) -> Task<Void, Never> {
    let (updates, reader) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    add(.sequence(reader))
    // Two observers that block would hold all threads that async code shares on a small machine.
    return Task(executorPreference: BlockingExecutor.shared) {
      for await update in updates { observer(update) }
    }
  }

  /// Returns the progress from now on. Each sequence begins with the current progress, and keeps the newest one.
  func updates() -> AsyncStream<TransferProgress> {
    let (updates, reader) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int? in
      reader.yield(state.progress)
      return state.hasEnded ? nil : state.add(.sequence(reader))
    }
    guard let number else {
      reader.finish()
      return updates
    }
    reader.onTermination = { [state] reason in
      if case .cancelled = reason { state.withLock { $0.readers.removeAll { $0.number == number } } }
    }
    return updates
  }
}
