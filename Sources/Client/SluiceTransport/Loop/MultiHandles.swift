internal import CCurl
internal import SluiceBody

/// The multi handles of a loop: as many as its exchanges need, with a shared event queue. Up to ``CurlMulti/capacity``
/// exchanges use a single handle and share all of its connections. Used on the loop thread only.
struct MultiHandles {
  private let sockets: EventQueue
  private let limits: ConnectionLimits
  private let capacity: Int
  private let stalls: StallGuard
  /// The handles by number. The first one stays, with the connections that it keeps; others are freed when their
  /// exchanges have ended.
  private var handles: [CurlMulti?] = []

  init(sockets: EventQueue, limits: ConnectionLimits, stalls: StallGuard) {
    self.sockets = sockets
    self.stalls = stalls
    self.limits = limits
    // libcurl counts connections per handle, so limits need a single one.
    capacity = limits == ConnectionLimits() ? CurlMulti.capacity : .max
  }

  mutating func add(_ easy: CurlEasy) throws(SessionError) {
    try handleWithRoom().add(easy)
  }

  mutating func remove(_ easy: CurlEasy) {
    guard let handle = easy.multi else { return }
    handle.remove(easy)
    if handle.exchangeCount == 0, handle.number > 0 { handles[Int(handle.number)] = nil }
  }

  private mutating func handleWithRoom() throws(SessionError) -> CurlMulti {
    var free = handles.count
    for (number, handle) in handles.enumerated() {
      if let handle, handle.exchangeCount < capacity { return handle }
      if handle == nil { free = min(free, number) }
    }
    let handle = try CurlMulti(number: CInt(free), sockets: sockets, limits: limits)
    if free == handles.count { handles.append(handle) } else { handles[free] = handle }
    return handle
  }

  /// The time at which libcurl must be called even if no socket is ready, or `nil` for never.
  var timer: MonotonicInstant? {
    handles.reduce(nil) { $0.earlier($1?.timer) }
  }

  /// Waits until a socket is ready, libcurl's timer expires, the queue's bell rings or the time has passed; then moves
  /// bytes and calls back.
  ///
  /// - Parameter end: The time at which to stop waiting, or `nil` for no limit.
  func perform(waitingUntil end: MonotonicInstant?) {
    sockets.wait(atMost: end.map { Self.milliseconds(until: $0) }) { watch, ready in
      if let handle = handles[Int(watch.owner)] {
        stalls.callLibcurl(for: watch.socket) { handle.act(on: watch.socket, ready) }
      }
    }
    let now = MonotonicInstant.now
    for case let handle? in handles {
      if let timer = handle.timer, timer <= now { stalls.callLibcurl(for: -1) { handle.actOnTime() } }
    }
  }

  /// Returns the time that is left, rounded up: otherwise, the loop would spin through the last millisecond.
  private static func milliseconds(until end: MonotonicInstant) -> Int {
    let time = end - MonotonicInstant.now
    guard time > .zero else { return 0 }
    return Int(min((time / .milliseconds(1)).rounded(.up), Double(Int32.max)))
  }

  /// Returns an exchange that has ended, with its result, or `nil` if there is none.
  func nextFinished() -> (id: Int, result: CURLcode)? {
    for case let handle? in handles {
      if let finished = handle.nextFinished() { return finished }
    }
    return nil
  }
}
