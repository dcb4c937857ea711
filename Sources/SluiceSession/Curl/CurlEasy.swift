internal import CCurl
internal import Glibc
internal import SluiceBody

/// What a running easy handle asks and tells, always on the loop thread.
protocol CurlEasyDelegate: AnyObject {
  /// The next bytes of the request's body; none at its end.
  func readBody(into output: inout OutputSpan<UInt8>) -> CurlEasy.ReadResult
  /// Starts the request's body over at byte 0. False where it cannot.
  func rewindBody() -> Bool
  /// A line of the response: the status line, a field, or the empty line behind them. False ends the exchange.
  func receive(headLine: borrowing Span<UInt8>) -> Bool
  /// Bytes of the response's body. False takes none of them and pauses; they come again.
  func receive(body: borrowing Span<UInt8>) -> Bool
  /// How many bytes of the request's body are still to be sent, as announced; `nil` if no size was announced.
  var announcedRest: Int64? { get }
  /// Whether nothing but the connection's end is the end of the response's body.
  var endsWithConnection: Bool { get }
}

/// A libcurl easy handle: one exchange of a request and a response. Used on the loop thread alone.
///
/// The unsafe code here rests on three rules: the handle and what it points to live as long as this object; libcurl
/// reaches the delegate through this object; and the loop keeps this object until its handle has left the multi handle.
@safe
final class CurlEasy {
  enum ReadResult { case bytes, waiting, failed }

  /// Holds this object, and is there for as long as it is: libcurl calls nobody back behind the multi handle.
  unowned var delegate: (any CurlEasyDelegate)?
  /// Where it is added.
  var multi: CurlMulti?
  /// What was opened for this exchange, and which connection came of it; nil where it uses one that was kept.
  private var openedSockets: [CInt] = []
  private(set) var newConnection: (socket: CInt, ends: KeptConnections.Ends)?
  /// The socket of the connection that it uses, as far as is known.
  private var usedSocket: CInt?
  /// Whether it was given up before anything was sent, since the connection that was kept for it is none to use.
  private(set) var isToStartOver = false
  private let handle: UnsafeMutableRawPointer
  private let errorText: UnsafeMutableBufferPointer<CChar>
  private var lists: [UnsafeMutablePointer<curl_slist>?]
  /// Why libcurl refused the first of the options that it refused. No exchange may run without what it was told.
  private(set) var refusal: CURLcode?

  /// - Parameter id: what ``CurlMulti/nextFinished()`` answers for this handle.
  init(id: Int) throws(SessionError) {
    guard let handle = unsafe curl_easy_init() else { throw SessionError(.outOfResources) }
    unsafe self.handle = handle
    unsafe errorText = .allocate(capacity: SLUICE_CURL_ERROR_SIZE)
    unsafe errorText.initialize(repeating: 0)
    unsafe lists = []
    unsafe set(CURLOPT_PRIVATE, pointer: UnsafeMutableRawPointer(bitPattern: id))
    unsafe set(CURLOPT_ERRORBUFFER, pointer: UnsafeMutableRawPointer(errorText.baseAddress))
    // libcurl's own 64 KiB would be taken for every head that is sent over TLS.
    set(CURLOPT_UPLOAD_BUFFERSIZE, 16 * 1024)
    installCallbacks()
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    for index in unsafe lists.indices { unsafe curl_slist_free_all(lists[index]) }
    unsafe errorText.deallocate()
  }

  // MARK: Options

  func set(_ option: CURLoption, _ value: Int) {
    note(unsafe curl_easy_setopt_long(handle, option, value))
  }

  func set(_ option: CURLoption, _ value: Bool) {
    set(option, value ? 1 : 0)
  }

  func set(_ option: CURLoption, offset: Int64) {
    note(unsafe curl_easy_setopt_offset(handle, option, curl_off_t(offset)))
  }

  func set(_ option: CURLoption, _ value: String) {
    // The C string would end at a NUL.
    guard !value.utf8.contains(0) else { return note(CURLE_BAD_FUNCTION_ARGUMENT) }
    // Passed as it is, the text would be copied twice.
    unsafe value.withCString { note(unsafe curl_easy_setopt_string(handle, option, $0)) }
  }

  /// Takes a value away that libcurl has by default.
  func clear(_ option: CURLoption) {
    note(unsafe curl_easy_setopt_string(handle, option, nil))
  }

  /// libcurl copies the bytes.
  func set(_ option: CURLoption, _ value: [UInt8]) {
    unsafe value.withUnsafeBytes { bytes in
      unsafe note(curl_easy_setopt_bytes(handle, option, bytes.baseAddress, bytes.count))
    }
  }

  /// Sets a list of texts, such as the lines that libcurl sends as the request's fields. None may have a line break, behind
  /// which there would be another field.
  func set(_ option: CURLoption, _ values: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for value in values {
      guard !value.utf8.contains(where: { [0, 10, 13].contains($0) }) else {
        unsafe curl_slist_free_all(list)
        return note(CURLE_BAD_FUNCTION_ARGUMENT)
      }
      unsafe list = value.withCString { unsafe curl_slist_append(list, $0) }
    }
    unsafe lists.append(list)
    note(unsafe curl_easy_setopt_list(handle, option, list))
  }

  /// Shares cookies with other exchanges. The store has to live as long as this object.
  func set(_ cookies: CookieStore) {
    note(unsafe curl_easy_setopt_pointer(handle, CURLOPT_SHARE, cookies.handle))
    // No file: this is what makes libcurl use cookies.
    set(CURLOPT_COOKIEFILE, "")
  }

  private func note(_ result: CURLcode) {
    if result != CURLE_OK { refuse(result) }
  }

  /// Keeps the exchange from being made.
  func refuse(_ reason: CURLcode) { refusal = refusal ?? reason }

  private func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
    unsafe curl_easy_setopt_pointer(handle, option, pointer)
  }

  // MARK: While it runs

  /// Pauses what is said, and lets the rest go on. Calls back at once with what was kept while paused.
  func pause(sending: Bool, receiving: Bool) {
    if !receiving { releaseSocket() }
    let mask = (sending ? SLUICE_CURLPAUSE_SEND : 0) | (receiving ? SLUICE_CURLPAUSE_RECV : 0)
    unsafe curl_easy_pause(handle, mask)
  }

  /// The socket that must not be read from while the exchange is paused; `nil` if libcurl sees to that.
  private var heldSocket: CInt?

  /// Keeps libcurl from reading what a paused exchange has no room for (``CurlFeature/receivePause``).
  private func holdSocket() {
    guard heldSocket == nil, !CurlFeature.receivePause.isAvailable, let socket = usedSocket else { return }
    heldSocket = socket
    multi?.setHeld(socket, true)
  }

  private func releaseSocket() {
    if let socket = heldSocket.take() { multi?.setHeld(socket, false) }
  }

  /// How the failure that ended the exchange is reported.
  func failure(_ result: CURLcode) -> CurlFailure {
    // The options have been accepted: newer versions say this of a private key that TLS cannot use.
    let result = result == CURLE_BAD_FUNCTION_ARGUMENT ? CURLE_SSL_CERTPROBLEM : result
    return CurlFailure(
      result: result, message: errorMessage, systemError: systemError, proxyStatus: proxyStatus)
  }

  // MARK: The end of a TLS connection

  /// Whether the peer has sent `close_notify`, as far as is known.
  private(set) var hasCloseNotify = false
  private static let getShutdown: sluice_ssl_get_shutdown? = unsafe sluice_find_ssl_get_shutdown()

  /// Whether libcurl, or OpenSSL by way of ``watchForCloseNotify()``, can tell that a TLS connection has ended without
  /// `close_notify`.
  static var canTellTruncation: Bool { CurlFeature.truncationAlert.isAvailable || asksOpenSSL }
  private static let asksOpenSSL = unsafe getShutdown != nil

  /// Has libcurl call back while the connection is there, also between its end and that of the exchange, to note whether
  /// it has ended with `close_notify`.
  func watchForCloseNotify() {
    guard Self.asksOpenSSL else { return }
    unsafe curl_easy_setopt_progress_callback(handle) { this, _, _, _, _ in
      if let easy = unsafe CurlEasy.easy(this) { easy.noteCloseNotify() }
      return 0
    }
    set(CURLOPT_NOPROGRESS, false)
  }

  private func noteCloseNotify() {
    guard delegate?.endsWithConnection == true, let getShutdown = unsafe Self.getShutdown else { return }
    hasCloseNotify = unsafe curl_easy_has_close_notify(handle, getShutdown) != 0
  }

  /// libcurl's words for what went wrong.
  private var errorMessage: String? {
    guard let start = unsafe errorText.baseAddress, unsafe start.pointee != 0 else { return nil }
    return unsafe String(cString: start)
  }

  /// The number of the system's error behind what went wrong; 0 where there is none.
  private var systemError: Int { number(CURLINFO_OS_ERRNO) }

  /// The status of a proxy's answer to CONNECT; 0 where there was none.
  private var proxyStatus: Int { number(CURLINFO_HTTP_CONNECTCODE) }

  /// How the exchange went so far.
  var metrics: TransferMetrics {
    var metrics = TransferMetrics()
    metrics.nameLookup = .microseconds(offset(CURLINFO_NAMELOOKUP_TIME_T))
    metrics.connect = .microseconds(offset(CURLINFO_CONNECT_TIME_T))
    metrics.tls = .microseconds(offset(CURLINFO_APPCONNECT_TIME_T))
    metrics.firstByte = .microseconds(offset(CURLINFO_STARTTRANSFER_TIME_T))
    metrics.total = .microseconds(offset(CURLINFO_TOTAL_TIME_T))
    metrics.sent = Int64(number(CURLINFO_REQUEST_SIZE)) + offset(CURLINFO_SIZE_UPLOAD_T)
    metrics.received = Int64(number(CURLINFO_HEADER_SIZE)) + offset(CURLINFO_SIZE_DOWNLOAD_T)
    metrics.isConnectionReused = metrics.received > 0 && number(CURLINFO_NUM_CONNECTS) == 0
    metrics.networkProtocol =
      switch number(CURLINFO_HTTP_VERSION) {
      case SLUICE_CURL_HTTP_VERSION_1_0: "http/1.0"
      case SLUICE_CURL_HTTP_VERSION_1_1: "http/1.1"
      case SLUICE_CURL_HTTP_VERSION_2_0: "h2"
      default: nil
      }
    return metrics
  }

  /// Whether other exchanges shared the connection, over HTTP/2.
  var isMultiplexed: Bool { number(CURLINFO_HTTP_VERSION) == SLUICE_CURL_HTTP_VERSION_2_0 }

  /// Whether an answer has come over HTTP/1.0 or 1.1, so that the connection is this exchange's alone.
  var isHTTP1: Bool {
    [SLUICE_CURL_HTTP_VERSION_1_0, SLUICE_CURL_HTTP_VERSION_1_1].contains(number(CURLINFO_HTTP_VERSION))
  }

  private func number(_ info: CURLINFO) -> Int {
    var number = 0
    unsafe curl_easy_getinfo_long(handle, info, &number)
    return number
  }

  private func offset(_ info: CURLINFO) -> Int64 {
    var offset: curl_off_t = 0
    unsafe curl_easy_getinfo_offset(handle, info, &offset)
    return Int64(offset)
  }

  /// Bytes of both bodies that have gone over the wire.
  var bytesMoved: Int64 { offset(CURLINFO_SIZE_UPLOAD_T) + offset(CURLINFO_SIZE_DOWNLOAD_T) }

  func add(to multi: UnsafeMutableRawPointer) -> CURLMcode {
    if isToStartOver {
      isToStartOver = false
      // What was said of the connection that was refused.
      unsafe errorText.update(repeating: 0)
    }
    return unsafe curl_multi_add_handle(multi, handle)
  }

  func remove(from multi: UnsafeMutableRawPointer) {
    unsafe curl_multi_remove_handle(multi, handle)
  }

  // MARK: Callbacks

  private func installCallbacks() {
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    let options = [
      CURLOPT_READDATA, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_SEEKDATA, CURLOPT_OPENSOCKETDATA,
      CURLOPT_PREREQDATA, CURLOPT_XFERINFODATA,
    ]
    for option in options { unsafe set(option, pointer: this) }
    unsafe curl_easy_setopt_data_callback(handle, CURLOPT_READFUNCTION) { buffer, size, count, this in
      guard let delegate = unsafe CurlEasy.delegate(of: this), let buffer = unsafe buffer else {
        return SLUICE_CURL_READFUNC_ABORT
      }
      var result = ReadResult.failed
      // Some versions offer more room than there is left to send, and some do not.
      let room = min(size * count, Int(clamping: max(1, delegate.announcedRest ?? .max)))
      let memory = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: room)
      let read = unsafe withOutputSpan(over: memory.bindMemory(to: UInt8.self)) { output in
        result = delegate.readBody(into: &output)
      }
      return switch result {
      case .bytes: read
      case .waiting: SLUICE_CURL_READFUNC_PAUSE
      case .failed: SLUICE_CURL_READFUNC_ABORT
      }
    }
    unsafe curl_easy_setopt_data_callback(handle, CURLOPT_WRITEFUNCTION) { buffer, size, count, this in
      guard let easy = unsafe CurlEasy.easy(this), let delegate = easy.delegate else { return 0 }
      let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: size * count).bindMemory(to: UInt8.self)
      if delegate.receive(body: unsafe bytes.span) { return bytes.count }
      easy.holdSocket()
      return SLUICE_CURL_WRITEFUNC_PAUSE
    }
    unsafe curl_easy_setopt_data_callback(handle, CURLOPT_HEADERFUNCTION) { buffer, size, count, this in
      guard let delegate = unsafe CurlEasy.delegate(of: this) else { return 0 }
      let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: size * count).bindMemory(to: UInt8.self)
      return delegate.receive(headLine: unsafe bytes.span) ? bytes.count : 0
    }
    unsafe curl_easy_setopt_opensocket_callback(handle) { this, _, address in
      guard let easy = unsafe CurlEasy.easy(this), let address = unsafe address?.pointee else {
        return SLUICE_CURL_SOCKET_BAD
      }
      // No program that this process starts inherits a connection.
      let opened = socket(address.family, address.socktype | CInt(SOCK_CLOEXEC.rawValue), address.protocol)
      easy.openedSockets.append(opened)
      return opened
    }
    unsafe curl_easy_setopt_prereq_callback(handle) { this, peer, _, peerPort, localPort in
      guard let easy = unsafe CurlEasy.easy(this), let peer = unsafe peer else {
        return SLUICE_CURL_PREREQFUNC_OK
      }
      let ends = unsafe KeptConnections.Ends(
        localPort: localPort, peer: String(cString: peer), peerPort: peerPort)
      return easy.mayUseConnection(ends) ? SLUICE_CURL_PREREQFUNC_OK : SLUICE_CURL_PREREQFUNC_ABORT
    }
    unsafe curl_easy_setopt_seek_callback(handle) { this, offset, origin in
      guard let delegate = unsafe CurlEasy.delegate(of: this), offset == 0, origin == 0, delegate.rewindBody()
      else { return SLUICE_CURL_SEEKFUNC_FAIL }
      return SLUICE_CURL_SEEKFUNC_OK
    }
  }

  /// Asked when there is a connection, before the request is sent.
  private func mayUseConnection(_ ends: KeptConnections.Ends) -> Bool {
    if let socket = openedSockets.last(where: { KeptConnections.localPort(of: $0) == ends.localPort }) {
      newConnection = (socket, ends)
      usedSocket = socket
      return true
    }
    usedSocket = multi?.keptConnections.socket(ends) ?? openedSockets.last
    isToStartOver = multi?.keptConnections.hasInput(ends) == true
    return !isToStartOver
  }

  private static func easy(_ context: UnsafeMutableRawPointer?) -> CurlEasy? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<CurlEasy>.fromOpaque(context).takeUnretainedValue()
  }

  private static func delegate(of context: UnsafeMutableRawPointer?) -> (any CurlEasyDelegate)? {
    unsafe easy(context)?.delegate
  }
}
