internal import CCurl
internal import SluiceBody

/// A libcurl multi handle: its exchanges, and the connections that they share. libcurl says which sockets it waits for,
/// and for how long; it is told what has become ready, so that what does not move costs nothing.
///
/// `@unchecked Sendable`: ``wakeUp()`` may be called from any thread, but never beside ``close()``, which the loop's lock
/// sees to; everything else is called by the one thread that runs the loop. libcurl's callbacks reach this object while it
/// lives: its end is the handle's.
@safe
final class CurlMulti: @unchecked Sendable {
  /// Nil once closed, which libcurl's functions refuse.
  private var handle: UnsafeMutableRawPointer?
  private var sockets: EventQueue?
  /// When libcurl wants to be called, whatever the sockets do; nil for never.
  private(set) var timer: ContinuousClock.Instant?
  /// Exchanges of whose sockets the system will not tell.
  private var unwatched: [Int] = []
  /// How many connections are kept for later.
  private var keptConnections = 32

  init(limits: ConnectionLimits) throws(SessionError) {
    do {
      sockets = try EventQueue()
    } catch {
      throw SessionError(.outOfResources, message: error.description)
    }
    guard CurlLibrary.isReady, let handle = unsafe curl_multi_init() else {
      throw SessionError(.outOfResources)
    }
    unsafe self.handle = handle
    set(CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.total ?? 0)
    set(CURLMOPT_MAX_HOST_CONNECTIONS, limits.perHost ?? 0)
    set(CURLMOPT_MAXCONNECTS, keptConnections)
    installCallbacks()
  }

  deinit { close() }

  /// Closes the connections that are kept. No exchange may be left.
  func close() {
    unsafe curl_multi_cleanup(handle)
    unsafe handle = nil
    sockets = nil
  }

  private func set(_ option: CURLMoption, _ value: Int) {
    unsafe curl_multi_setopt_long(handle, option, value)
  }

  func add(_ easy: CurlEasy) throws(SessionError) {
    guard let handle = unsafe handle, unsafe easy.add(to: handle) == CURLM_OK else {
      throw SessionError(.outOfResources)
    }
  }

  func remove(_ easy: CurlEasy) {
    if let handle = unsafe handle { unsafe easy.remove(from: handle) }
  }

  /// Keeps at least as many connections for later as have been in use at once. libcurl's own rule looks at how many
  /// exchanges are left, and closes most connections at the end of a crowd.
  func keepConnections(of exchangeCount: Int) {
    guard exchangeCount > keptConnections else { return }
    keptConnections = 2 * exchangeCount
    set(CURLMOPT_MAXCONNECTS, keptConnections)
  }

  /// Waits until a socket is ready, libcurl's time has come, ``wakeUp()`` is called, or the time is over. Moves what can
  /// be moved, and calls back.
  ///
  /// - Parameter end: nil waits without an end.
  func perform(waitingUntil end: ContinuousClock.Instant?) {
    sockets?.wait(atMost: end.map { Self.milliseconds(until: $0) }) { socket, ready in
      // A socket that was closed for another one since the system told of it: libcurl will find nothing to read or write.
      var action: CInt = 0
      if ready.contains(.reading) { action |= CURL_CSELECT_IN }
      if ready.contains(.writing) { action |= CURL_CSELECT_OUT }
      act(on: socket, action)
    }
    if let timer, timer <= .now {
      // Set anew by this call where libcurl wants another.
      self.timer = nil
      act(on: CURL_SOCKET_TIMEOUT, 0)
    }
  }

  /// Rounded up, or the loop would spin through the last of them.
  private static func milliseconds(until end: ContinuousClock.Instant) -> Int {
    let time = ContinuousClock.now.duration(to: end)
    guard time > .zero else { return 0 }
    return Int(min((time / .milliseconds(1)).rounded(.up), Double(Int32.max)))
  }

  private func act(on socket: CInt, _ action: CInt) {
    var running: CInt = 0
    unsafe curl_multi_socket_action(handle, socket, action, &running)
  }

  func wakeUp() { sockets?.ring() }

  /// An exchange that has ended, and how, until there is none.
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
    guard let sockets else { return }
    guard what != CURL_POLL_REMOVE else { return sockets.forget(socket) }
    var directions: EventQueue.Directions = []
    if what & CURL_POLL_IN != 0 { directions.insert(.reading) }
    if what & CURL_POLL_OUT != 0 { directions.insert(.writing) }
    do {
      try sockets.watch(socket, for: directions, isNew: isNew)
      // Any mark will do: libcurl gives it back until it has the socket removed.
      if isNew { unsafe curl_multi_assign(handle, socket, UnsafeMutableRawPointer(bitPattern: 1)) }
    } catch {
      unsafe unwatched.append(Self.id(of: easy))
    }
  }
}
