internal import CNetlink

/// The replies to a request for all links, addresses or routes.
///
/// ```
///  reading ── datagrams of the kernel ──► reading ── DONE ──► ended
///     └────── an error, anything malformed ──► throws
/// ```
struct NetlinkDump {
  let sequence: UInt32
  /// Whether something changed meanwhile, so that entries may be missing.
  private(set) var isInterrupted = false

  /// Adds the messages of a datagram to tables. Messages that do not reply to this request have no effect.
  ///
  /// - Returns: Whether the replies have ended.
  /// - Throws: A ``NetworkError``.
  mutating func append(_ datagram: [UInt8], to tables: inout NetworkTables) throws(NetworkError) -> Bool {
    for message in try NetlinkMessage.messages(in: datagram) where message.sequence == sequence {
      if message.flags & SLUICE_NLM_F_DUMP_INTR != 0 { isInterrupted = true }
      switch message.type {
      case SLUICE_NLMSG_DONE:
        // Newer kernels report a failure here.
        if let error = Self.error(in: message) { throw error }
        return true
      case SLUICE_NLMSG_ERROR: throw Self.error(in: message) ?? .malformedReply
      default: try tables.add(message)
      }
    }
    return false
  }

  /// Returns the error that a message reports as a negative `errno`.
  private static func error(in message: NetlinkMessage) -> NetworkError? {
    guard let number = message.payload.uint32(at: 0).map({ Int32(bitPattern: $0) }), number < 0 else {
      return nil
    }
    return .system(number == .min ? .max : -number)
  }
}
