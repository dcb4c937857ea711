internal import Glibc

/// IPv6 addresses, read and written by the functions of the C library that libcurl uses too.
package enum IPv6Address {
  /// Returns the address in the form that `inet_ntop` writes, or `nil` for any other text.
  ///
  /// - Parameter text: A text without a NUL.
  package static func normalized(_ text: String) -> String? {
    // SAFETY: neither call keeps a pointer. Swift passes the text with a terminating NUL. `inet_pton` writes the 16
    // bytes of an `in6_addr`, and `inet_ntop` reads them. `inet_ntop` writes at most as many bytes as it is passed,
    // including a NUL, or fails.
    var address = in6_addr()
    guard unsafe inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      let start = unsafe inet_ntop(AF_INET6, &address, buffer.baseAddress, socklen_t(buffer.count))
      return unsafe start.map { unsafe String(cString: $0) }
    }
  }
}
