/// Bytes of netlink messages, in the order of this machine.
enum Crafted {
  static func number<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    let count = MemoryLayout<Number>.size
    return (0..<count).map { UInt8(truncatingIfNeeded: number.littleEndian >> (8 * $0)) }
  }

  /// Joins bytes. The operator `+` takes the compiler minutes for this many operands.
  private static func joined(_ pieces: [UInt8]...) -> [UInt8] { Array(pieces.joined()) }

  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  static func message(_ type: UInt16, flags: UInt16 = 2, sequence: UInt32, _ payload: [UInt8]) -> [UInt8] {
    padded(
      joined(
        number(UInt32(16 + payload.count)), number(type), number(flags), number(sequence), number(UInt32(0)),
        payload))
  }

  static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    padded(joined(number(UInt16(4 + value.count)), number(type), value))
  }

  /// `RTM_NEWLINK`. The flags are `IFF_UP` (1), `IFF_LOOPBACK` (8) and `IFF_RUNNING` (0x40).
  static func link(
    _ number: UInt32, _ name: String, flags: UInt32, family: UInt8 = 0, sequence: UInt32 = 18
  ) -> [UInt8] {
    message(
      16, sequence: sequence,
      joined(
        [family, 0], Self.number(UInt16(1)), Self.number(number), Self.number(flags), [0, 0, 0, 0],
        attribute(13, [1, 2, 3]), attribute(3, name.utf8 + [0])))
  }

  /// `RTM_NEWADDR`.
  static func address(
    _ link: UInt32, family: UInt8 = 2, flags: UInt8 = 0, longFlags: UInt32? = nil, scope: UInt8 = 0,
    sequence: UInt32 = 22
  ) -> [UInt8] {
    message(
      20, sequence: sequence,
      joined(
        [family, 24, flags, scope], number(link), attribute(1, [192, 0, 2, 1]),
        longFlags.map { attribute(8, number($0)) } ?? []))
  }

  /// `RTM_NEWROUTE`, by default a default route for IPv4 of the type `RTN_UNICAST` (1).
  static func route(
    through link: UInt32?, hops: [UInt32] = [], family: UInt8 = 2, prefix: UInt8 = 0, type: UInt8 = 1,
    flags: UInt32 = 0, kind: UInt16 = 24, sequence: UInt32 = 26
  ) -> [UInt8] {
    let hops = hops.flatMap {
      joined(number(UInt16(16)), [0, 0], number($0), attribute(5, [192, 0, 2, 254]))
    }
    return message(
      kind, sequence: sequence,
      joined(
        [family, prefix, 0, 0, 254, 3, 0, type], number(flags), attribute(15, number(UInt32(254))),
        link.map { attribute(4, number($0)) } ?? [], hops.isEmpty ? [] : attribute(9, hops)))
  }

  /// `NLMSG_DONE`.
  static func done(sequence: UInt32, flags: UInt16 = 2, error: Int32 = 0) -> [UInt8] {
    message(3, flags: flags, sequence: sequence, number(UInt32(bitPattern: error)))
  }
}
