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
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
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
    if result != CURLE_OK { refusal = refusal ?? result }
  }

  private func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
    unsafe curl_easy_setopt_pointer(handle, option, pointer)
  }

  // MARK: While it runs

  /// Pauses what is said, and lets the rest go on. Calls back at once with what was kept while paused.
  func pause(sending: Bool, receiving: Bool) {
    let mask = (sending ? CURLPAUSE_SEND : 0) | (receiving ? CURLPAUSE_RECV : 0)
    unsafe curl_easy_pause(handle, mask)
  }

  /// libcurl's words for what went wrong.
  var errorMessage: String? {
    guard let start = unsafe errorText.baseAddress, unsafe start.pointee != 0 else { return nil }
    return unsafe String(cString: start)
  }

  /// The number of the system's error behind what went wrong; 0 where there is none.
  var systemError: Int { number(CURLINFO_OS_ERRNO) }

  /// The status of a proxy's answer to CONNECT; 0 where there was none.
  var proxyStatus: Int { number(CURLINFO_HTTP_CONNECTCODE) }

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
      case Int(CURL_HTTP_VERSION_1_0): "http/1.0"
      case Int(CURL_HTTP_VERSION_1_1): "http/1.1"
      case Int(CURL_HTTP_VERSION_2_0): "h2"
      default: nil
      }
    return metrics
  }

  /// Whether other exchanges shared the connection, over HTTP/2.
  var isMultiplexed: Bool { number(CURLINFO_HTTP_VERSION) == Int(CURL_HTTP_VERSION_2_0) }

  /// Whether an answer has come over HTTP/1.0 or 1.1, so that the connection is this exchange's alone.
  var isHTTP1: Bool {
    [CURL_HTTP_VERSION_1_0, CURL_HTTP_VERSION_1_1].contains(number(CURLINFO_HTTP_VERSION))
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
      CURLOPT_PREREQDATA,
    ]
    for option in options { unsafe set(option, pointer: this) }
    unsafe curl_easy_setopt_data_callback(handle, CURLOPT_READFUNCTION) { buffer, size, count, this in
      guard let delegate = unsafe CurlEasy.delegate(of: this), let buffer = unsafe buffer else {
        return abortRead
      }
      var result = ReadResult.failed
      let memory = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
      let read = unsafe withOutputSpan(over: memory.bindMemory(to: UInt8.self)) { output in
        result = delegate.readBody(into: &output)
      }
      return switch result {
      case .bytes: read
      case .waiting: Int(CURL_READFUNC_PAUSE)
      case .failed: abortRead
      }
    }
    unsafe curl_easy_setopt_data_callback(handle, CURLOPT_WRITEFUNCTION) { buffer, size, count, this in
      guard let delegate = unsafe CurlEasy.delegate(of: this) else { return 0 }
      let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: size * count).bindMemory(to: UInt8.self)
      return delegate.receive(body: unsafe bytes.span) ? bytes.count : Int(CURL_WRITEFUNC_PAUSE)
    }
    unsafe curl_easy_setopt_data_callback(handle, CURLOPT_HEADERFUNCTION) { buffer, size, count, this in
      guard let delegate = unsafe CurlEasy.delegate(of: this) else { return 0 }
      let bytes = unsafe UnsafeRawBufferPointer(start: buffer, count: size * count).bindMemory(to: UInt8.self)
      return delegate.receive(headLine: unsafe bytes.span) ? bytes.count : 0
    }
    unsafe curl_easy_setopt_opensocket_callback(handle) { this, _, address in
      guard let easy = unsafe CurlEasy.easy(this), let address = unsafe address?.pointee else {
        return CURL_SOCKET_BAD
      }
      // No program that this process starts inherits a connection.
      let opened = socket(address.family, address.socktype | CInt(SOCK_CLOEXEC.rawValue), address.protocol)
      easy.openedSockets.append(opened)
      return opened
    }
    unsafe curl_easy_setopt_prereq_callback(handle) { this, peer, _, peerPort, localPort in
      guard let easy = unsafe CurlEasy.easy(this), let peer = unsafe peer else { return CURL_PREREQFUNC_OK }
      let ends = unsafe KeptConnections.Ends(
        localPort: localPort, peer: String(cString: peer), peerPort: peerPort)
      return easy.mayUseConnection(ends) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
    unsafe curl_easy_setopt_seek_callback(handle) { this, offset, origin in
      guard let delegate = unsafe CurlEasy.delegate(of: this), offset == 0, origin == 0, delegate.rewindBody()
      else { return CURL_SEEKFUNC_FAIL }
      return CURL_SEEKFUNC_OK
    }
  }

  /// Asked when there is a connection, before the request is sent.
  private func mayUseConnection(_ ends: KeptConnections.Ends) -> Bool {
    if let socket = openedSockets.last(where: { KeptConnections.localPort(of: $0) == ends.localPort }) {
      newConnection = (socket, ends)
      return true
    }
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

private let abortRead = Int(CURL_READFUNC_ABORT)
