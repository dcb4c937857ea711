internal import CNetlink
internal import Glibc

/// A netlink socket, which is closed when the object is released. It belongs to the network namespace of the thread
/// that opens it.
///
/// SAFETY: the system calls that take pointers keep none of them. The memory is local and lives until they return.
final class NetlinkSocket: Sendable {
  let descriptor: Int32
  /// More than the 32 KiB that the kernel sends at once.
  private static let datagramByteCount = 64 * 1024

  /// - Parameter reportsChanges: Whether the socket receives the changes of links, addresses and routes.
  init(reportingChanges reportsChanges: Bool) throws(NetworkError) {
    descriptor = sluice_netlink_open(reportsChanges)
    if descriptor < 0 { throw .system(errno) }
  }

  deinit { close(descriptor) }

  /// Returns the current status.
  ///
  /// May block for as long as another process changes the network.
  func status() throws(NetworkError) -> NetworkStatus {
    // A busy machine may interrupt each attempt; then, the last status is the best one.
    for _ in 0..<9 {
      let (status, isComplete) = try attemptStatus()
      if isComplete { return status }
    }
    return try attemptStatus().status
  }

  private func attemptStatus() throws(NetworkError) -> (status: NetworkStatus, isComplete: Bool) {
    var tables = NetworkTables()
    var isComplete = true
    for type in [SLUICE_RTM_GETLINK, SLUICE_RTM_GETADDR, SLUICE_RTM_GETROUTE] {
      var dump = NetlinkDump(sequence: UInt32(type))
      if sluice_netlink_request_dump(descriptor, type, dump.sequence) < 0 { throw .system(errno) }
      while true {
        guard let datagram = try receive(waits: true) else { continue }
        if try dump.append(datagram, to: &tables) { break }
      }
      if dump.isInterrupted { isComplete = false }
    }
    return (tables.status, isComplete)
  }

  /// Reads all changes that have arrived, and returns whether the status may have changed.
  func readChanges() throws(NetworkError) -> Bool {
    var mayHaveChanged = false
    while true {
      let datagram: [UInt8]?
      do throws(NetworkError) {
        datagram = try receive(waits: false)
      } catch {
        switch error.systemErrorNumber {
        case EAGAIN: return mayHaveChanged
        // Changes were dropped, because there was no room for them.
        case ENOBUFS:
          mayHaveChanged = true
          continue
        default: throw error
        }
      }
      guard let datagram else { continue }
      guard let messages = try? NetlinkMessage.messages(in: datagram) else {
        mayHaveChanged = true
        continue
      }
      if messages.contains(where: NetworkTables.mayChange) { mayHaveChanged = true }
    }
  }

  /// Returns the next datagram, or `nil` if it is not from the kernel.
  private func receive(waits: Bool) throws(NetworkError) -> [UInt8]? {
    var isFromKernel = false
    var failure: Int32 = 0
    var byteCount = 0
    let datagram = unsafe [UInt8](unsafeUninitializedCapacity: Self.datagramByteCount) { buffer, count in
      repeat {
        byteCount = unsafe sluice_netlink_receive(
          descriptor, buffer.baseAddress, buffer.count, waits, &isFromKernel)
        failure = byteCount < 0 ? errno : 0
      } while failure == EINTR
      count = max(0, min(byteCount, buffer.count))
    }
    if failure != 0 { throw .system(failure) }
    // The rest of a larger datagram is lost.
    if byteCount > Self.datagramByteCount { throw .malformedReply }
    return isFromKernel ? datagram : nil
  }
}
