internal import CCurl

/// libcurl's multi handles of one loop: as many as its exchanges need, which share one queue of events. Few exchanges have
/// one handle, and share all of its connections. Lives on the loop thread.
struct MultiHandles {
  private let sockets: EventQueue
  private let limits: ConnectionLimits
  private let capacity: Int
  /// By number. The first stays, with the connections that it keeps; others go when their exchanges have ended.
  private var handles: [CurlMulti?] = []

  init(sockets: EventQueue, limits: ConnectionLimits) {
    self.sockets = sockets
    self.limits = limits
    // Connections are counted by their handle.
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

  /// When libcurl wants to be called, whatever the sockets do; nil for never.
  var timer: ContinuousClock.Instant? {
    handles.reduce(nil) { $0.earlier($1?.timer) }
  }

  /// Waits until a socket is ready, libcurl's time has come, the queue's bell is rung, or the time is over. Moves what can
  /// be moved, and calls back.
  ///
  /// - Parameter end: nil waits without an end.
  func perform(waitingUntil end: ContinuousClock.Instant?) {
    sockets.wait(atMost: end.map { Self.milliseconds(until: $0) }) { watch, ready in
      if let handle = handles[Int(watch.owner)] { handle.act(on: watch.socket, ready) }
    }
    let now = ContinuousClock.now
    for case let handle? in handles {
      if let timer = handle.timer, timer <= now { handle.actOnTime() }
    }
  }

  /// Rounded up, or the loop would spin through the last of them.
  private static func milliseconds(until end: ContinuousClock.Instant) -> Int {
    let time = ContinuousClock.now.duration(to: end)
    guard time > .zero else { return 0 }
    return Int(min((time / .milliseconds(1)).rounded(.up), Double(Int32.max)))
  }

  /// An exchange that has ended, and how, until there is none.
  func nextFinished() -> (id: Int, result: CURLcode)? {
    for case let handle? in handles {
      if let finished = handle.nextFinished() { return finished }
    }
    return nil
  }
}
