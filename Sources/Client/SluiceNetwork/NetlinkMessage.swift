internal import CNetlink

/// A message of netlink(7).
///
/// ```
///  datagram    message, padded to 4 bytes │ message │ …
///  message     length (4 bytes, with this header) type (2) flags (2) sequence (4) port (4) │ payload
///  payload     a header that depends on the type │ attribute, padded to 4 bytes │ attribute │ …
///  attribute   length (2 bytes, with this header) type (2) │ value
/// ```
///
/// Numbers are in the order of the machine. Every length is checked.
struct NetlinkMessage {
  let type: UInt16
  let flags: UInt16
  let sequence: UInt32
  let payload: ArraySlice<UInt8>

  static let headerByteCount = 16

  /// Returns the messages of a datagram.
  ///
  /// - Throws: ``ErrorCode/malformedReply``.
  static func messages(in datagram: [UInt8]) throws(NetworkError) -> [NetlinkMessage] {
    var messages: [NetlinkMessage] = []
    var rest = datagram[...]
    while !rest.isEmpty {
      guard let length = rest.uint32(at: 0), let type = rest.uint16(at: 4), let flags = rest.uint16(at: 6),
        let sequence = rest.uint32(at: 8), length >= UInt32(headerByteCount), length <= rest.count
      else { throw .malformedReply }
      let payload = rest.prefix(Int(length)).dropFirst(headerByteCount)
      messages.append(NetlinkMessage(type: type, flags: flags, sequence: sequence, payload: payload))
      rest = rest.dropFirst(Int(length).aligned)
    }
    return messages
  }
}

/// An attribute of a message.
struct NetlinkAttribute {
  let type: UInt16
  let value: ArraySlice<UInt8>

  static let headerByteCount = 4

  /// Returns the attributes in bytes that contain nothing else.
  ///
  /// - Throws: ``ErrorCode/malformedReply``.
  static func attributes(in bytes: ArraySlice<UInt8>) throws(NetworkError) -> [NetlinkAttribute] {
    var attributes: [NetlinkAttribute] = []
    var rest = bytes
    while !rest.isEmpty {
      guard let length = rest.uint16(at: 0), let type = rest.uint16(at: 2), length >= headerByteCount,
        length <= rest.count
      else { throw .malformedReply }
      attributes.append(
        NetlinkAttribute(type: type, value: rest.prefix(Int(length)).dropFirst(headerByteCount)))
      rest = rest.dropFirst(Int(length).aligned)
    }
    return attributes
  }
}

extension Int {
  /// The number rounded up to a multiple of 4. Only for lengths that were checked.
  var aligned: Int { (self + 3) & ~3 }
}

extension ArraySlice<UInt8> {
  /// Returns the byte at an offset, or `nil` if the slice is shorter.
  func uint8(at offset: Int) -> UInt8? {
    offset < count ? self[startIndex + offset] : nil
  }

  /// Returns the number at an offset, in the order of the machine, or `nil` if the slice is shorter.
  func uint16(at offset: Int) -> UInt16? {
    guard let low = uint8(at: offset), let high = uint8(at: offset + 1) else { return nil }
    return UInt16(littleEndian: UInt16(high) << 8 | UInt16(low))
  }

  /// Returns the number at an offset, in the order of the machine, or `nil` if the slice is shorter.
  func uint32(at offset: Int) -> UInt32? {
    guard count >= 4, offset <= count - 4 else { return nil }
    let bytes = dropFirst(offset).prefix(4)
    return UInt32(littleEndian: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
}

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
