internal import CEpoll
internal import Glibc
internal import SluiceBody
internal import Synchronization

/// Ends a connection whose peer keeps libcurl in a single call.
///
/// libcurl, the TLS library and the HTTP/2 library read until the socket is empty, and call back only for the bytes of
/// an exchange. If a peer sends TLS tickets or HTTP/2 pings faster than they are processed, the loop thread does not
/// return from the call, and no limit of time binds.
///
/// The system counts the processor time of the loop thread, which a waiting thread does not use, and reports each half
/// second of it. If libcurl was in the same call at the report before, without a callback in between, the
/// connection is shut down, whereupon the call returns.
///
/// ```
///  loop thread   ── libcurl ─ callback ─ libcurl ──┤├── libcurl: reads, and reads, and reads ── ─ ─ ┤
///  reports                │                            │              │ shuts the socket down
/// ```
///
/// SAFETY: the system's timer gets a number, and no address. What it writes lives until its calls return.
final class StallGuard: Sendable {
  /// Greater after each step into libcurl, its callbacks, and back. Odd in libcurl, and even in its callbacks and
  /// outside of it. Only the loop thread changes it.
  private let activity = Atomic<UInt64>(0)
  /// The socket that libcurl acts on, or -1 for any.
  private let socket = Atomic<CInt>(-1)
  private let reported = Atomic<UInt64>(0)
  private let sockets: EventQueue

  init(_ sockets: EventQueue) { self.sockets = sockets }

  // MARK: On the loop thread

  /// Runs the loop, with a guard.
  static func watch(_ sockets: EventQueue, _ loop: (StallGuard) -> Void) {
    let this = StallGuard(sockets)
    let number = guards.withLock { guards in
      guards.last &+= 1
      guards.running[guards.last] = this
      return guards.last
    }
    var timer: timer_t?
    // Without the timer, which is only a help, everything else works.
    let hasTimer =
      unsafe sluice_processor_timer_start(number, 500, { unsafe StallGuard.report($0.sival_int) }, &timer)
      == 0
    loop(this)
    if hasTimer { unsafe timer_delete(timer) }
    guards.withLock { $0.running[number] = nil }
  }

  /// Calls libcurl on behalf of a socket, or of -1 for its timer.
  func callLibcurl(for socket: CInt, _ call: () -> Void) {
    self.socket.store(socket, ordering: .relaxed)
    step(intoLibcurl: true)
    call()
    step(intoLibcurl: false)
  }

  /// Notes that libcurl calls back, which may run code of a caller.
  ///
  /// - Returns: Whether ``callLibcurl(for:_:)`` runs.
  func beginCallback() -> Bool {
    defer { step(intoLibcurl: false) }
    return !activity.load(ordering: .relaxed).isMultiple(of: 2)
  }

  func endCallback(of isCalled: Bool) { step(intoLibcurl: isCalled) }

  private func step(intoLibcurl: Bool) {
    let next = activity.load(ordering: .relaxed) | 1
    activity.store(next &+ (intoLibcurl ? 2 : 1), ordering: .relaxed)
  }

  // MARK: On a thread of the system

  private static let guards = Lock<(last: CInt, running: [CInt: StallGuard])>((0, [:]))

  private static func report(_ number: CInt) {
    guards.withLock { $0.running[number] }?.endStall()
  }

  private func endStall() {
    let now = activity.load(ordering: .relaxed)
    guard reported.exchange(now, ordering: .relaxed) == now, !now.isMultiple(of: 2) else { return }
    let acted = socket.load(ordering: .relaxed)
    for socket in sockets.watched where acted < 0 ? KeptConnections.hasInput(socket) : socket == acted {
      // A socket of QUIC would report an empty message again and again.
      if KeptConnections.isStream(socket) { shutdown(socket, CInt(SHUT_RDWR)) }
    }
  }
}
