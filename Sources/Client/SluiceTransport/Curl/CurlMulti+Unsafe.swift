internal import CCurl
internal import SluiceBody

/// A libcurl multi handle: a set of exchanges and the connections that they share.
///
/// libcurl announces the sockets that it waits for and a timer. It is called only when a socket is ready or the timer
/// has expired, so idle exchanges cost nothing.
///
/// ```
///  libcurl                                    CurlMulti                    EventQueue
///     │── socket callback: socket 7, read ──────► watch ─────────────────────► add(7)
///     │── timer callback: 200 ms ───────────────► timer = now + 200 ms
///     │                                                    socket 7 is ready ◄────┤
///     │◄─ curl_multi_socket_action(7, in) ───── act(on: 7)
///     │── callbacks of the exchange ────────────► CurlEasy ─► Exchange
///     │── message: the exchange has ended ──────► nextFinished()
/// ```
///
/// It is used on the loop thread only.
///
/// SAFETY: libcurl's callbacks refer to this object without owning it. They stop when the handle is freed, which
/// `deinit` does.
@safe
final class CurlMulti {
  /// The maximum number of exchanges of a handle in a loop without connection limits.
  ///
  /// libcurl searches all connections of a handle when an exchange begins or ends, so a few hundred exchanges are the
  /// optimum.
  static let capacity = 256

  private let handle: UnsafeMutableRawPointer
  private let sockets: EventQueue
  /// The number that identifies the handle in the shared event queue.
  let number: CInt
  private(set) var exchangeCount = 0
  /// The time at which libcurl must be called even if no socket is ready, or `nil` for never.
  private(set) var timer: MonotonicInstant?
  /// Whether libcurl has had no memory, and ``timer`` is the time at which it must look at all exchanges.
  private var isIncomplete = false
  /// Exchanges with sockets that the event queue has no room for.
  private var unwatched: [Int] = []
  /// The directions that libcurl waits for on each socket, and the sockets that must not be read from. Both are empty
  /// unless ``CurlFeature/receivePause`` is missing.
  private var wanted: [CInt: EventQueue.Directions] = [:]
  private var held: Set<CInt> = []
  /// The maximum number of idle connections.
  private var keptCount = 32
  /// The idle connections that must be checked for input before reuse.
  var keptConnections = KeptConnections()
  /// The last exchange with each connection of HTTP/1 over TLS, while it runs. Empty with ``CurlFeature/soleUse``.
  var users: [UInt: CurlEasy] = [:]

  init(number: CInt, sockets: EventQueue, limits: ConnectionLimits) throws(SessionError) {
    guard let handle = unsafe curl_multi_init() else { throw SessionError(.outOfResources) }
    unsafe self.handle = handle
    self.sockets = sockets
    self.number = number
    set(CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.total ?? 0)
    set(CURLMOPT_MAX_HOST_CONNECTIONS, limits.perHost ?? 0)
    set(CURLMOPT_MAXCONNECTS, keptCount)
    // Otherwise, freeing the handle waits for running name lookups.
    if CurlFeature.lookupsOfMulti.isAvailable { set(SLUICE_CURLMOPT_QUICK_EXIT, 1) }
    installCallbacks()
  }

  /// Closes the idle connections.
  ///
  /// SAFETY: no exchange uses the handle any more, because each exchange keeps this object alive.
  deinit { unsafe curl_multi_cleanup(handle) }

  private func set(_ option: CURLMoption, _ value: Int) {
    unsafe curl_multi_setopt_long(handle, option, value)
  }

  /// Starts an exchange.
  ///
  /// - Throws: A ``SessionError`` with the code `out-of-resources`.
  func add(_ easy: CurlEasy) throws(SessionError) {
    guard unsafe easy.add(to: handle) == CURLM_OK else { throw SessionError(.outOfResources) }
    easy.multi = self
    exchangeCount += 1
    // libcurl's own rule depends on the number of exchanges that are left, and closes most connections after a burst.
    if exchangeCount > keptCount {
      keptCount = 2 * exchangeCount
      set(CURLMOPT_MAXCONNECTS, keptCount)
    }
  }

  /// Removes an exchange that has ended, or ends one.
  func remove(_ easy: CurlEasy) {
    unsafe easy.remove(from: handle, of: self)
    easy.multi = nil
    exchangeCount -= 1
  }

  /// Reads from and writes to a socket that is ready, and calls back.
  ///
  /// libcurl finds nothing to read or write if the socket was closed and its number reused after the system reported
  /// it.
  func act(on socket: CInt, _ ready: EventQueue.Directions) {
    var action: CInt = 0
    if ready.contains(.reading) { action |= SLUICE_CURL_CSELECT_IN }
    if ready.contains(.writing) { action |= SLUICE_CURL_CSELECT_OUT }
    act(on: socket, action)
  }

  /// Calls libcurl because ``timer`` has expired.
  func actOnTime() {
    // libcurl sets it again during this call if necessary.
    timer = nil
    guard isIncomplete else { return act(on: SLUICE_CURL_SOCKET_TIMEOUT, 0) }
    isIncomplete = false
    var running: CInt = 0
    note(unsafe curl_multi_act_on_all(handle, &running))
  }

  private func act(on socket: CInt, _ action: CInt) {
    var running: CInt = 0
    note(unsafe curl_multi_socket_action(handle, socket, action, &running))
  }

  /// Notes that libcurl has had no memory. It may then wait for no socket of an exchange, and has set no timer for it.
  private func note(_ result: CURLMcode) {
    if result == CURLM_OK { return }
    isIncomplete = true
    let retry = MonotonicInstant.now + .milliseconds(100)
    timer = min(timer ?? retry, retry)
  }

  /// Returns an exchange that has ended, with its result, or `nil` if there is none.
  func nextFinished() -> (id: Int, result: CURLcode)? {
    if let id = unwatched.popLast() { return (id, CURLE_OUT_OF_MEMORY) }
    var left: CInt = 0
    while let message = unsafe curl_multi_info_read(handle, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      return unsafe (Self.id(of: message.pointee.easy_handle), curl_message_result(message))
    }
    return nil
  }

  private static func id(of easy: UnsafeMutableRawPointer?) -> Int {
    var id: UnsafeMutableRawPointer?
    unsafe curl_easy_getinfo_pointer(easy, CURLINFO_PRIVATE, &id)
    return Int(bitPattern: id)
  }

  // MARK: Callbacks

  private func installCallbacks() {
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe curl_multi_setopt_pointer(handle, CURLMOPT_SOCKETDATA, this)
    unsafe curl_multi_setopt_pointer(handle, CURLMOPT_TIMERDATA, this)
    unsafe curl_multi_setopt_socket_callback(handle) { easy, socket, what, this, mark in
      guard let this = unsafe this else { return 0 }
      let multi = unsafe Unmanaged<CurlMulti>.fromOpaque(this).takeUnretainedValue()
      unsafe multi.watch(socket, for: what, isNew: mark == nil, onBehalfOf: easy)
      return 0
    }
    unsafe curl_multi_setopt_timer_callback(handle) { _, milliseconds, this in
      guard let this = unsafe this else { return 0 }
      let multi = unsafe Unmanaged<CurlMulti>.fromOpaque(this).takeUnretainedValue()
      multi.timer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
      return 0
    }
  }

  private func watch(
    _ socket: CInt, for what: CInt, isNew: Bool, onBehalfOf easy: UnsafeMutableRawPointer?
  ) {
    guard what != SLUICE_CURL_POLL_REMOVE else {
      wanted[socket] = nil
      held.remove(socket)
      return sockets.forget(socket)
    }
    var directions: EventQueue.Directions = []
    if what & SLUICE_CURL_POLL_IN != 0 { directions.insert(.reading) }
    if what & SLUICE_CURL_POLL_OUT != 0 { directions.insert(.writing) }
    if !CurlFeature.receivePause.isAvailable { wanted[socket] = directions }
    do {
      try wait(for: directions, on: socket, isNew: isNew)
      // Any non-null pointer marks the socket as known: libcurl passes it back until the socket is removed.
      if isNew { unsafe curl_multi_assign(handle, socket, UnsafeMutableRawPointer(bitPattern: 1)) }
    } catch {
      unsafe unwatched.append(Self.id(of: easy))
    }
  }

  private func wait(for directions: EventQueue.Directions, on socket: CInt, isNew: Bool) throws(SystemError) {
    var directions = directions
    if held.contains(socket) { directions.remove(.reading) }
    if directions.isEmpty {
      // Otherwise, epoll would keep reporting that the peer has closed the connection.
      sockets.forget(socket)
    } else {
      try sockets.add(.init(socket: socket, owner: number), for: directions, isNew: isNew)
    }
  }

  /// Stops or resumes reading from a socket, whatever libcurl waits for (``CurlFeature/receivePause``).
  func setHeld(_ socket: CInt, _ isHeld: Bool) {
    guard let directions = wanted[socket] else { return }
    if isHeld { held.insert(socket) } else { held.remove(socket) }
    // Fails only for a socket that the event queue has no room for, whose exchange is already in `unwatched`.
    try? wait(for: directions, on: socket, isNew: !isHeld)
  }
}
