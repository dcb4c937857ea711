internal import FoundationEssentials
@_spi(_Unicode) internal import Swift

/// The name of an entry's file, and its place in the outbox: `LANE-SEQUENCE`, each of 16 hexadecimal digits.
///
/// Entries with the same key are in the same lane, and are sent in the order of their sequences. Names sort in this
/// order.
struct EntryName: Hashable, Comparable {
  /// Below 2⁶², so that it is the offset of a lock.
  let lane: UInt64
  /// Below 2⁶³.
  let sequence: UInt64

  static let laneLimit: UInt64 = 1 << 62
  static let sequenceLimit: UInt64 = 1 << 63

  init(lane: UInt64, sequence: UInt64) {
    self.lane = lane
    self.sequence = sequence
  }

  /// Parses a name. The result is `nil` for the name of another file.
  init?(_ name: borrowing Span<UInt8>) {
    guard name.count == 33, name[16] == UInt8(ascii: "-") else { return nil }
    var digits: [UInt8] = []
    digits.reserveCapacity(32)
    for index in name.indices where index != 16 { digits.append(name[index]) }
    guard let lane = HexNumber.parse(digits[..<16]), let sequence = HexNumber.parse(digits[16...]),
      lane < Self.laneLimit, sequence < Self.sequenceLimit
    else { return nil }
    self.init(lane: lane, sequence: sequence)
  }

  var text: String { "\(HexNumber.text(lane))-\(HexNumber.text(sequence))" }

  /// The number of the folder that the file is in, so that no folder has too many files.
  var shard: Int { Int(truncatingIfNeeded: lane & 0xFF) }

  static func < (left: EntryName, right: EntryName) -> Bool {
    (left.lane, left.sequence) < (right.lane, right.sequence)
  }

  /// Returns the lane of a key, or a random one without a key.
  ///
  /// Keys that Swift compares as equal have the same lane: the hash is that of normalization form C.
  ///
  /// Files outlive the process, so the hash is the same in each version: FNV-1a, and a final mix so that each bit of
  /// the result depends on all of the key. Keys that share a lane share an order, which does no harm.
  static func lane(of key: String?) -> UInt64 {
    guard let key else { return .random(in: 0..<laneLimit) }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for scalar in key._nfc {
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    for factor: UInt64 in [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53] {
      hash = (hash ^ hash >> 33) &* factor
    }
    return (hash ^ hash >> 33) % laneLimit
  }
}
