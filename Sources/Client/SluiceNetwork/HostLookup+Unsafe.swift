internal import Glibc

/// Looks up hosts and their routes. Each call may block.
///
/// SAFETY: the list of addresses lives until it is freed at the end of the function that obtains it. The system calls
/// keep no pointers.
enum HostLookup {
  static func route(to host: String, port: UInt16) throws(NetworkError) -> NetworkStatus.Route {
    // The C string would end at a NUL.
    if host.utf8.contains(0) { return .unknownHost }
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let result = unsafe getaddrinfo(host, String(port), &hints, &list)
    let systemError = errno
    guard result == 0 else { return try route(afterFailure: result, systemError: systemError) }
    defer { unsafe freeaddrinfo(list) }
    var next = unsafe list
    while let info = unsafe next?.pointee {
      if let found = try unsafe route(to: info) { return found }
      unsafe next = info.ai_next
    }
    return .missing
  }

  private static func route(
    afterFailure result: Int32, systemError: Int32
  ) throws(NetworkError) -> NetworkStatus.Route {
    switch result {
    case EAI_AGAIN, EAI_FAIL: return .lookupFailed
    case EAI_MEMORY: throw .system(ENOMEM)
    case EAI_SYSTEM:
      if isAboutResources(systemError) { throw .system(systemError) }
      return .lookupFailed
    default: return .unknownHost
    }
  }

  /// Returns the route to an address, or `nil` if there is none. Connecting a UDP socket selects a route and sends
  /// nothing.
  private static func route(to info: addrinfo) throws(NetworkError) -> NetworkStatus.Route? {
    guard let family = unsafe NetworkStatus.Family(number: UInt8(clamping: info.ai_family)) else {
      return nil
    }
    let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = unsafe socket(info.ai_family, kind, 0)
    guard descriptor >= 0 else { return try noRoute(errno) }
    defer { close(descriptor) }
    guard unsafe connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 else { return try noRoute(errno) }
    var local = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return try unsafe withUnsafeMutablePointer(to: &local) { storage throws(NetworkError) in
      try unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(NetworkError) in
        guard unsafe getsockname(descriptor, address, &length) == 0 else { throw .system(errno) }
        return .found(family, localAddress: unsafe text(of: address, length))
      }
    }
  }

  /// Returns `nil`, for an address that cannot be connected to.
  private static func noRoute(_ systemError: Int32) throws(NetworkError) -> NetworkStatus.Route? {
    if isAboutResources(systemError) { throw .system(systemError) }
    return nil
  }

  /// Returns whether an error is about this process or machine, not about the network.
  private static func isAboutResources(_ number: Int32) -> Bool {
    [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(number)
  }

  /// Returns the numeric text of an address.
  private static func text(of address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { buffer in
      guard let start = buffer.baseAddress,
        unsafe getnameinfo(address, length, start, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
      else { return "" }
      return unsafe String(cString: start)
    }
  }
}
