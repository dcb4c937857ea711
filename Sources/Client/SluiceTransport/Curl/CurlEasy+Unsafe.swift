internal import CCurl
internal import Glibc
internal import SluiceBody

/// A libcurl easy handle: one exchange of a request and a response, or several in a row (``EasyHandles``). It is used
/// on the loop thread only.
///
/// SAFETY: the unsafe code in this type relies on three rules. The handle and the memory that it refers to live as long
/// as this object. libcurl reaches the delegate through this object only. The loop keeps this object until its handle
/// has been removed from the multi handle. The exclusivity of accesses is not checked at run time, because a single
/// thread uses the object, and no access to a property spans a call of libcurl.
@safe
final class CurlEasy {
  /// The exchange, which owns this object and outlives it: libcurl calls back only while the handle is in a multi
  /// handle.
  @safe @exclusivity(unchecked) unowned var delegate: (any CurlEasyDelegate)?
  /// The multi handle that the handle has been added to.
  @safe @exclusivity(unchecked) var multi: CurlMulti?
  /// The sockets that were opened for this exchange.
  @safe @exclusivity(unchecked) private var openedSockets: [CInt] = []
  /// Whether one was opened since libcurl last selected a connection.
  @safe @exclusivity(unchecked) private var hasNewSocket = false
  /// The reason for which the system has not opened the last socket, or `nil` if it has.
  @safe @exclusivity(unchecked) private var socketError: SystemError?
  /// The connection that was opened for this exchange, or `nil` if the exchange has only used kept ones.
  @safe @exclusivity(unchecked) private(set) var newConnection: (socket: CInt, ends: KeptConnections.Ends)?
  /// The socket of the exchange's connection, if known.
  @safe @exclusivity(unchecked) private var usedSocket: CInt?
  /// The connection that ``CurlMulti/users`` lists for this exchange, or `nil` before it lists one.
  @safe @exclusivity(unchecked) private var listedConnection: UInt?
  /// The number of connections that libcurl has selected for the exchange, one after another.
  @safe @exclusivity(unchecked) private var selectionCount = 0
  /// The number of times that the connection of a challenge had unexpected input.
  @safe @exclusivity(unchecked) private(set) var surplusCount = 0
  /// Whether the exchange ended before anything was sent, because the connection had unexpected input, or another user.
  @safe @exclusivity(unchecked) private(set) var isToStartOver = false
  /// Whether another exchange may use the connection after this one, unless another setting forbids it.
  @safe @exclusivity(unchecked) var keepsConnection = true
  /// The plain request whose options the handle still has, or `nil` if it is new.
  @safe @exclusivity(unchecked) var last: LastRequest?
  private let handle: UnsafeMutableRawPointer
  /// The parts of the URL, or `nil` before the first URL that libcurl need not parse for each exchange.
  @safe @exclusivity(unchecked) private var parts: OpaquePointer?
  private let errorText: UnsafeMutableBufferPointer<CChar>
  @safe @exclusivity(unchecked) private var lists: [UnsafeMutablePointer<curl_slist>?]
  /// libcurl's code for the first option that it refused. An exchange does not start without all of its options.
  @safe @exclusivity(unchecked) private(set) var refusal: CURLcode?

  /// Creates a handle with the options that all exchanges share.
  ///
  /// - Parameter id: The number that ``CurlMulti/nextFinished()`` returns for this handle.
  /// - Throws: A ``SessionError`` with the code `out-of-resources`.
  init(id: Int) throws(SessionError) {
    guard let handle = unsafe curl_easy_init() else { throw SessionError(.outOfResources) }
    unsafe self.handle = handle
    unsafe errorText = .allocate(capacity: SLUICE_CURL_ERROR_SIZE)
    unsafe errorText.initialize(repeating: 0)
    unsafe lists = []
    set(id: id)
    unsafe set(CURLOPT_ERRORBUFFER, pointer: UnsafeMutableRawPointer(errorText.baseAddress))
    // libcurl would allocate its default of 64 KiB for every head that is sent over TLS.
    set(CURLOPT_UPLOAD_BUFFERSIZE, 16 * 1024)
    // Six times libcurl's default, for fewer system calls, but little enough to be allocated without one.
    set(CURLOPT_BUFFERSIZE, 96 * 1024)
    installCallbacks()
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe curl_url_cleanup(parts)
    freeLists()
    unsafe errorText.deallocate()
  }

  // MARK: Several exchanges

  /// Whether libcurl has selected a connection and begun to send the request.
  var hasSentRequest: Bool { selectionCount > 0 }

  /// Whether another exchange may use the handle after a plain request that has succeeded. Some versions of libcurl
  /// keep the number of retries and the error of a failed connection, so there must have been neither.
  var isReusable: Bool { selectionCount == 1 && openedSockets.count <= 1 && keepsConnection }

  /// Forgets the exchange that has ended.
  func clear() {
    delegate = nil
    openedSockets.removeAll(keepingCapacity: true)
    hasNewSocket = false
    socketError = nil
    newConnection = nil
    usedSocket = nil
    heldSocket = nil
    selectionCount = 0
    surplusCount = 0
    if hasCloseNotify.take() != nil { set(CURLOPT_NOPROGRESS, true) }
  }

  /// Sets the URL, replacing that of an earlier request.
  ///
  /// libcurl would parse it, and write it again, for each exchange. It copies the parts instead, which saves about a
  /// tenth of a small exchange.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - user: The user whose password libcurl looks up in the netrc file, or `nil` for none in particular.
  func setURL(_ url: RequestURL, ofUser user: String?) {
    let text = url.text(ofUser: user)
    // The copies of some versions of libcurl have no zone.
    if url.origin.host.utf8.contains(UInt8(ascii: "%")) {
      unsafe set(CURLOPT_CURLU, pointer: nil)
    } else {
      guard let parts = unsafe parts ?? curl_url() else { return refuse(CURLE_OUT_OF_MEMORY) }
      unsafe self.parts = parts
      let code = unsafe curl_url_set(parts, CURLUPART_URL, text, SLUICE_CURLU_PATH_AS_IS)
      guard code == CURLUE_OK else {
        return refuse(code == CURLUE_OUT_OF_MEMORY ? CURLE_OUT_OF_MEMORY : CURLE_URL_MALFORMAT)
      }
      unsafe set(CURLOPT_CURLU, pointer: UnsafeMutableRawPointer(parts))
    }
    // After the parts, with which some versions of libcurl remove it. Others write it from the parts if it is missing.
    set(CURLOPT_URL, text)
  }

  /// Sets the lines of the request's fields, replacing those of an earlier request.
  func setFields(_ lines: [[UInt8]]) {
    if last != nil {
      note(unsafe curl_easy_setopt_list(handle, CURLOPT_HTTPHEADER, nil))
      freeLists()
    }
    set(CURLOPT_HTTPHEADER, lines)
  }

  /// Sets the number that ``CurlMulti/nextFinished()`` returns for this handle.
  func set(id: Int) {
    unsafe set(CURLOPT_PRIVATE, pointer: UnsafeMutableRawPointer(bitPattern: id))
  }

  private func freeLists() {
    for index in unsafe lists.indices { unsafe curl_slist_free_all(lists[index]) }
    unsafe lists.removeAll(keepingCapacity: true)
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
    guard value.utf8.span.firstIndex(of: 0, from: 0) == nil else { return note(CURLE_BAD_FUNCTION_ARGUMENT) }
    // Passing the string directly would copy it twice.
    unsafe value.withCString { note(unsafe curl_easy_setopt_string(handle, option, $0)) }
  }

  func set(_ option: CURLoption, path: String) {
    let result = unsafe PathText.withCString(of: path) {
      unsafe curl_easy_setopt_string(handle, option, $0)
    }
    note(result ?? CURLE_BAD_FUNCTION_ARGUMENT)
  }

  /// Removes a value that libcurl sets by default.
  func clear(_ option: CURLoption) {
    note(unsafe curl_easy_setopt_string(handle, option, nil))
  }

  /// Sets an option to bytes, which libcurl copies.
  func set(_ option: CURLoption, _ value: [UInt8]) {
    unsafe value.withUnsafeBytes { bytes in
      unsafe note(curl_easy_setopt_bytes(handle, option, bytes.baseAddress, bytes.count))
    }
  }

  /// Sets an option to a list of strings, such as the lines of the request's fields. A line break is refused, because
  /// the rest of the string would be another field.
  func set(_ option: CURLoption, _ values: [[UInt8]]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for value in values {
      guard !value.span.endsLine else {
        unsafe curl_slist_free_all(list)
        return note(CURLE_BAD_FUNCTION_ARGUMENT)
      }
      let longer = unsafe (value + [0]).withUnsafeBytes { bytes in
        unsafe curl_slist_append(list, bytes.bindMemory(to: CChar.self).baseAddress)
      }
      // Without memory, the list stays as it was. The request must not be sent without one of its fields.
      guard unsafe longer != nil else {
        unsafe curl_slist_free_all(list)
        return note(CURLE_OUT_OF_MEMORY)
      }
      unsafe list = longer
    }
    unsafe lists.append(list)
    note(unsafe curl_easy_setopt_list(handle, option, list))
  }

  /// Shares cookies with other exchanges.
  ///
  /// - Parameter cookies: A store that lives at least as long as this object.
  func set(_ cookies: CookieStore) {
    guard let shared = unsafe cookies.handle else { return refuse(CURLE_OUT_OF_MEMORY) }
    note(unsafe curl_easy_setopt_pointer(handle, CURLOPT_SHARE, shared))
    // An empty path reads no file, but turns on libcurl's cookies.
    set(CURLOPT_COOKIEFILE, "")
    for line in cookies.takeRemovals() {
      // SAFETY: libcurl copies the text, which ends in a NUL.
      unsafe (line + [0]).withUnsafeBytes { text in
        let text = unsafe UnsafeMutableRawPointer(mutating: text.baseAddress)
        note(unsafe curl_easy_setopt_pointer(handle, CURLOPT_COOKIELIST, text))
      }
    }
  }

  private func note(_ result: CURLcode) {
    if result != CURLE_OK { refuse(result) }
  }

  /// Prevents the exchange from starting. The first reason is kept.
  func refuse(_ reason: CURLcode) { refusal = refusal ?? reason }

  private func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
    unsafe curl_easy_setopt_pointer(handle, option, pointer)
  }

  // MARK: While it runs

  /// Sets which directions are paused. Bytes that were kept during a pause are passed to the delegate before this
  /// returns.
  func pause(sending: Bool, receiving: Bool) {
    if !receiving { releaseSocket() }
    let mask = (sending ? SLUICE_CURLPAUSE_SEND : 0) | (receiving ? SLUICE_CURLPAUSE_RECV : 0)
    unsafe curl_easy_pause(handle, mask)
  }

  /// The socket that must not be read from while the exchange is paused, or `nil` if libcurl itself stops reading.
  @safe @exclusivity(unchecked) private var heldSocket: CInt?

  /// Prevents libcurl from reading more than a paused exchange has room for (``CurlFeature/receivePause``).
  private func holdSocket() {
    guard heldSocket == nil, !CurlFeature.receivePause.isAvailable, let socket = usedSocket else { return }
    heldSocket = socket
    multi?.setHeld(socket, true)
  }

  private func releaseSocket() {
    if let socket = heldSocket.take() { multi?.setHeld(socket, false) }
  }

  /// Returns the details of a failure that ended the exchange.
  ///
  /// - Parameters:
  ///   - result: libcurl's result.
  ///   - isSecure: Whether the exchange uses TLS.
  func failure(_ result: CURLcode, ofTLS isSecure: Bool) -> CurlFailure {
    // All options were accepted, so this code is not about them: newer versions return it for a private key that TLS
    // cannot use.
    let result = isSecure && result == CURLE_BAD_FUNCTION_ARGUMENT ? CURLE_SSL_CERTPROBLEM : result
    return CurlFailure(
      result: result, message: errorMessage, systemError: systemError, socketError: socketError,
      proxyStatus: proxyStatus,
      proxyError: CURLproxycode(UInt32(truncatingIfNeeded: number(CURLINFO_PROXY_ERROR))))
  }

  // MARK: The end of a connection

  /// Whether the peer has sent `close_notify`; `nil` unless ``watchForCloseNotify()`` can tell.
  private(set) var hasCloseNotify: Bool?
  /// The bytes that have arrived over a connection before the peer has reset it, and that libcurl has not read.
  @safe @exclusivity(unchecked) private(set) var unread: [UInt8] = []
  /// The maximum number of bytes that are read after a reset: a head, and more of a body than an error keeps.
  private static let maximumUnreadByteCount = 512 * 1024

  /// OpenSSL's functions, which do not change, or `nil` if libcurl uses another TLS library.
  @safe private nonisolated(unsafe) static let openSSL = unsafe sluice_find_openssl()
  /// Whether libcurl uses OpenSSL.
  static var usesOpenSSL: Bool { unsafe openSSL != nil }

  /// Notes whether the TLS connection has ended with `close_notify`.
  func watchForCloseNotify() {
    guard unsafe Self.openSSL != nil else { return }
    hasCloseNotify = false
    observeProgress()
  }

  /// Reads what libcurl would leave ``unread`` if the peer resets the connection while a body is sent.
  func watchForReset() { observeProgress() }

  /// Makes libcurl call back while it moves bytes. It also does so between the end of a connection and of the exchange,
  /// while the connection is open.
  private func observeProgress() {
    unsafe curl_easy_setopt_progress_callback(handle) { this, _, _, _, _ in
      if let easy = unsafe CurlEasy.easy(this) {
        easy.noteCloseNotify()
        easy.readAfterReset()
      }
      return 0
    }
    set(CURLOPT_NOPROGRESS, false)
  }

  private func noteCloseNotify() {
    guard hasCloseNotify != nil, delegate?.endsWithConnection == true else { return }
    hasCloseNotify = unsafe curl_easy_has_close_notify(handle, Self.openSSL) != 0
  }

  /// Reads what has arrived, if libcurl has failed to send because the peer has reset the connection.
  ///
  /// libcurl reads before it sends, but closes the connection after it has failed to send, although a response may have
  /// arrived in between: often the one that says why the body is refused.
  private func readAfterReset() {
    // libcurl has described the failure. Its socket is still open only now.
    guard unsafe errorText.baseAddress?.pointee != 0, let socket = usedSocket.take() else { return }
    var look = pollfd(fd: socket, events: 0, revents: 0)
    guard unsafe poll(&look, 1, 0) > 0, look.revents & Int16(POLLHUP) != 0 else { return }
    unread = unsafe [UInt8](unsafeUninitializedCapacity: Self.maximumUnreadByteCount) { buffer, count in
      unsafe count = curl_easy_read_rest(handle, Self.openSSL, socket, buffer.baseAddress, buffer.count)
    }
  }

  /// libcurl's message about the failure, or `nil` if there is none.
  private var errorMessage: String? {
    guard let start = unsafe errorText.baseAddress, unsafe start.pointee != 0 else { return nil }
    return unsafe String(cString: start)
  }

  func number(_ info: CURLINFO) -> Int {
    var number = 0
    unsafe curl_easy_getinfo_long(handle, info, &number)
    return number
  }

  func offset(_ info: CURLINFO) -> Int64 {
    var offset: curl_off_t = 0
    unsafe curl_easy_getinfo_offset(handle, info, &offset)
    return Int64(offset)
  }

  /// The cookies of the session, as lines in the Netscape format.
  var cookieLines: [[UInt8]] { unsafe SluiceTransport.cookieLines(of: handle) }

  func add(to multi: UnsafeMutableRawPointer) -> CURLMcode {
    if isToStartOver {
      isToStartOver = false
      // The text is about the refused connection.
      unsafe errorText.update(repeating: 0)
    }
    return unsafe curl_multi_add_handle(multi, handle)
  }

  func remove(from handle: UnsafeMutableRawPointer, of multi: CurlMulti) {
    leaveUsers(of: multi)
    unsafe curl_multi_remove_handle(handle, self.handle)
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
      // Some versions of libcurl offer more room than the rest of the body needs.
      let room = min(size * count, Int(clamping: max(1, delegate.announcedRest ?? .max)))
      let memory = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: room).bindMemory(to: UInt8.self)
      var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
      let result = delegate.readBody(into: &output)
      let read = unsafe output.finalize(for: memory)
      return switch result {
      case .bytes: read
      case .waiting: SLUICE_CURL_READFUNC_PAUSE
      case .failed: SLUICE_CURL_READFUNC_ABORT
      }
    }
    unsafe curl_easy_setopt_data_callback(handle, CURLOPT_WRITEFUNCTION) { buffer, size, count, this in
      guard let easy = unsafe CurlEasy.easy(this), let delegate = easy.delegate else { return 0 }
      let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: size * count).bindMemory(to: UInt8.self)
      switch delegate.receive(body: unsafe bytes.span) {
      case .taken: return bytes.count
      case .failed: return 0
      case .paused:
        easy.holdSocket()
        return SLUICE_CURL_WRITEFUNC_PAUSE
      }
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
      // Programs that this process starts do not inherit the connection.
      var opened = socket(address.family, address.socktype | CInt(SOCK_CLOEXEC.rawValue), address.protocol)
      easy.socketError = opened < 0 ? SystemError(number: errno) : nil
      if opened >= 0, Descriptor.isReserved(opened) {
        close(opened)
        opened = -1
        easy.socketError = SystemError(number: EMFILE)
      }
      easy.openedSockets.append(opened)
      easy.hasNewSocket = true
      easy.usedSocket = nil
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

  /// Whether the request may be sent over the connection that libcurl has selected. libcurl asks before it sends the
  /// request.
  private func mayUseConnection(_ ends: KeptConnections.Ends) -> Bool {
    selectionCount += 1
    defer { hasNewSocket = false }
    // libcurl 7.88 takes a demand for HTTP/1.1 for a reply.
    let isRefused =
      errorMessage.map { $0.contains("HTTP_1_1_REQUIRED") || $0 == "Empty reply from server" } == true
    // The text and the bytes are those of an earlier connection.
    unsafe errorText.baseAddress?.pointee = 0
    unread = []
    if isShared() {
      isToStartOver = true
      set(CURLOPT_HTTP_VERSION, SLUICE_CURL_HTTP_VERSION_1_1)
      set(CURLOPT_PIPEWAIT, false)
      return false
    }
    if let socket = openedSockets.last(where: { KeptConnections.localPort(of: $0) == ends.localPort }) {
      // After a challenge, libcurl sends the request again, often over the same connection.
      let isUsed = newConnection?.ends == ends
      let isKept = isUsed && !isMultiplexed
      newConnection = (socket, ends)
      usedSocket = socket
      isToStartOver = isKept && hasInput(socket)
      if isToStartOver {
        surplusCount += 1
        return false
      }
      let connection: Receipt.UsedConnection? = isKept ? .kept(socket) : isUsed ? .shared : nil
      return delegate?.maySendRequest(over: connection, afterRefusal: isRefused) ?? true
    }
    let kept = multi?.keptConnections.socket(ends)
    usedSocket = kept ?? openedSockets.last
    isToStartOver = kept.map { hasInput($0) } ?? false
    if isToStartOver { return false }
    // Unix sockets have no ports that tell which one it is.
    let other: Receipt.UsedConnection = ends.localPort <= 0 ? .unknown : .shared
    let connection = kept.map { .kept($0) } ?? (hasNewSocket ? nil : other)
    return delegate?.maySendRequest(over: connection, afterRefusal: isRefused) ?? true
  }

  /// Whether another exchange uses the connection of HTTP/1 that libcurl has selected (``CurlFeature/soleUse``).
  private func isShared() -> Bool {
    guard !CurlFeature.soleUse.isAvailable, let multi, let connection = http1Connection else { return false }
    // libcurl takes the connection from an exchange that has ended, even before it reports the end.
    if let user = multi.users[connection], user !== self, user.http1Connection == connection { return true }
    leaveUsers(of: multi)
    multi.users[connection] = self
    listedConnection = connection
    return false
  }

  private var http1Connection: UInt? {
    let connection = unsafe curl_easy_http1_connection(handle, Self.openSSL)
    return connection == 0 ? nil : connection
  }

  private func leaveUsers(of multi: CurlMulti) {
    guard let connection = listedConnection.take(), multi.users[connection] === self else { return }
    multi.users[connection] = nil
  }

  /// Notes that a head has arrived. As soon as the response ends, libcurl may give its connection to another exchange,
  /// which checks it.
  func noteHead() {
    if let (socket, ends) = newConnection, isHTTP1 { multi?.keptConnections.keep(socket, ends) }
  }

  /// Whether the connection that libcurl has selected has unexpected input, in the system or in OpenSSL.
  private func hasInput(_ socket: CInt) -> Bool {
    unsafe KeptConnections.hasInput(socket) || curl_easy_has_unread(handle, Self.openSSL) != 0
  }

  private static func easy(_ context: UnsafeMutableRawPointer?) -> CurlEasy? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<CurlEasy>.fromOpaque(context).takeUnretainedValue()
  }

  private static func delegate(of context: UnsafeMutableRawPointer?) -> (any CurlEasyDelegate)? {
    unsafe easy(context)?.delegate
  }
}

extension Span<UInt8> {
  /// Whether a C string or a line of a head would end within the bytes.
  fileprivate var endsLine: Bool {
    for position in indices {
      switch self[position] {
      case 0, UInt8(ascii: "\n"), UInt8(ascii: "\r"): return true
      default: continue
      }
    }
    return false
  }
}
