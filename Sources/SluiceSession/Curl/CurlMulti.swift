internal import CCurl

/// A libcurl multi handle: its exchanges, and the connections that they share.
///
/// `@unchecked Sendable`: ``wakeUp()`` may be called from any thread, as libcurl's manual says of `curl_multi_wakeup`, but
/// never beside ``close()``, which the loop's lock sees to; everything else is called by the one thread that runs the loop.
@safe
final class CurlMulti: @unchecked Sendable {
  /// Nil once closed, which libcurl's functions refuse.
  private var handle: UnsafeMutableRawPointer?

  init() throws(SessionError) {
    guard CurlLibrary.isReady, let handle = unsafe curl_multi_init() else {
      throw SessionError(.outOfResources)
    }
    unsafe self.handle = handle
  }

  deinit { close() }

  /// Closes the connections that are kept. No exchange may be left.
  func close() {
    unsafe curl_multi_cleanup(handle)
    unsafe handle = nil
  }

  func add(_ easy: CurlEasy) throws(SessionError) {
    guard let handle = unsafe handle, unsafe easy.add(to: handle) == CURLM_OK else {
      throw SessionError(.outOfResources)
    }
  }

  func remove(_ easy: CurlEasy) {
    if let handle = unsafe handle { unsafe easy.remove(from: handle) }
  }

  /// Moves what can be moved, and calls back.
  func perform() {
    var running: CInt = 0
    unsafe curl_multi_perform(handle, &running)
  }

  /// Waits until something can be moved, ``wakeUp()`` is called, or the time is over.
  func wait(atMost milliseconds: Int) {
    unsafe curl_multi_poll(handle, nil, 0, CInt(clamping: milliseconds), nil)
  }

  func wakeUp() { unsafe curl_multi_wakeup(handle) }

  /// An exchange that has ended, and how, until there is none.
  func nextFinished() -> (id: Int, result: CURLcode)? {
    var left: CInt = 0
    while let message = unsafe curl_multi_info_read(handle, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      var id: UnsafeMutableRawPointer?
      unsafe curl_easy_getinfo_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &id)
      return unsafe (Int(bitPattern: id), curl_message_result(message))
    }
    return nil
  }
}
