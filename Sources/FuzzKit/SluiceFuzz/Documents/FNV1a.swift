/// The hash function FNV-1a of 64 bits, which gives equal bytes the same hash in each process and version.
enum FNV1a {
  static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
