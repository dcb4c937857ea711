internal import CCurl
internal import SluiceBody

/// A libcurl multi handle: its exchanges, and the connections that they share. libcurl says which sockets it waits for,
/// and for how long; it is told what has become ready, so that what does not move costs nothing.
///
/// Used on the loop thread alone. libcurl's callbacks reach this object while it lives: its end is the handle's.
@safe
final class CurlMulti {
  /// libcurl looks through a handle's connections wherever an exchange begins or ends: more than some hundreds cost more
  /// than they are worth.
  static let capacity = 256

  private let handle: UnsafeMutableRawPointer
  private let sockets: EventQueue
  /// Its name among those who share the queue of events.
  let number: CInt
  private(set) var exchangeCount = 0
  /// When libcurl wants to be called, whatever the sockets do; nil for never.
  private(set) var timer: ContinuousClock.Instant?
  /// Exchanges of whose sockets the system will not tell.
  private var unwatched: [Int] = []
  /// What libcurl wants to know of each socket, and which of them must not be read from. Both are empty unless
  /// ``CurlFeature/receivePause`` is missing.
  private var wanted: [CInt: EventQueue.Directions] = [:]
  private var held: Set<CInt> = []
  /// How many connections are kept for later.
  private var keptCount = 32
  /// Those among them that have to be looked at before they are used again.
  var keptConnections = KeptConnections()

  init(number: CInt, sockets: EventQueue, limits: ConnectionLimits) throws(SessionError) {
    guard let handle = unsafe curl_multi_init() else { throw SessionError(.outOfResources) }
    unsafe self.handle = handle
    self.sockets = sockets
    self.number = number
    set(CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.total ?? 0)
    set(CURLMOPT_MAX_HOST_CONNECTIONS, limits.perHost ?? 0)
    set(CURLMOPT_MAXCONNECTS, keptCount)
    installCallbacks()
  }

  /// Closes the connections that are kept. No exchange is left: each holds this object.
  deinit { unsafe curl_multi_cleanup(handle) }

  private func set(_ option: CURLMoption, _ value: Int) {
    unsafe curl_multi_setopt_long(handle, option, value)
  }

  func add(_ easy: CurlEasy) throws(SessionError) {
    guard unsafe easy.add(to: handle) == CURLM_OK else { throw SessionError(.outOfResources) }
    easy.multi = self
    exchangeCount += 1
    // libcurl's own rule looks at how many exchanges are left, and closes most connections at the end of a crowd.
    if exchangeCount > keptCount {
      keptCount = 2 * exchangeCount
      set(CURLMOPT_MAXCONNECTS, keptCount)
    }
  }

  func remove(_ easy: CurlEasy) {
    if let (socket, ends) = easy.newConnection, easy.isHTTP1 { keptConnections.keep(socket, ends) }
    unsafe easy.remove(from: handle)
    easy.multi = nil
    exchangeCount -= 1
  }

  /// Moves what can be moved through a socket, and calls back. If it was closed for another one since the system told of
  /// it, libcurl finds nothing to read or write.
  func act(on socket: CInt, _ ready: EventQueue.Directions) {
    var action: CInt = 0
    if ready.contains(.reading) { action |= SLUICE_CURL_CSELECT_IN }
    if ready.contains(.writing) { action |= SLUICE_CURL_CSELECT_OUT }
    act(on: socket, action)
  }

  /// Does what ``timer`` is for.
  func actOnTime() {
    // Set anew by this call where libcurl wants another.
    timer = nil
    act(on: SLUICE_CURL_SOCKET_TIMEOUT, 0)
  }

  private func act(on socket: CInt, _ action: CInt) {
    var running: CInt = 0
    unsafe curl_multi_socket_action(handle, socket, action, &running)
  }

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
    guard what != SLUICE_CURL_POLL_REMOVE else {
      wanted[socket] = nil
      held.remove(socket)
      return sockets.forget(socket)
    }
    var directions: EventQueue.Directions = []
    if [SLUICE_CURL_POLL_IN, SLUICE_CURL_POLL_INOUT].contains(what) { directions.insert(.reading) }
    if [SLUICE_CURL_POLL_OUT, SLUICE_CURL_POLL_INOUT].contains(what) { directions.insert(.writing) }
    if !CurlFeature.receivePause.isAvailable { wanted[socket] = directions }
    do {
      try wait(for: directions, on: socket, isNew: isNew)
      // Any mark will do: libcurl gives it back until it has the socket removed.
      if isNew { unsafe curl_multi_assign(handle, socket, UnsafeMutableRawPointer(bitPattern: 1)) }
    } catch {
      unsafe unwatched.append(Self.id(of: easy))
    }
  }

  private func wait(for directions: EventQueue.Directions, on socket: CInt, isNew: Bool) throws(SystemError) {
    var directions = directions
    if held.contains(socket) { directions.remove(.reading) }
    if directions.isEmpty {
      // The system would go on reporting that the peer has hung up.
      sockets.forget(socket)
    } else {
      try sockets.add(.init(socket: socket, owner: number), for: directions, isNew: isNew)
    }
  }

  /// Stops waiting until a socket can be read, whatever libcurl wants, or goes on with it
  /// (``CurlFeature/receivePause``).
  func setHeld(_ socket: CInt, _ isHeld: Bool) {
    guard let directions = wanted[socket] else { return }
    if isHeld { held.insert(socket) } else { held.remove(socket) }
    // A socket that the system does not watch is one that it has no room for, which libcurl has been told already.
    try? wait(for: directions, on: socket, isNew: !isHeld)
  }
}
