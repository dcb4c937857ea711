/// The name of the file of an input that failed.
package enum FailureName {
  /// Returns `failure-` and 16 hexadecimal digits, which depend on the bytes alone.
  package static func of(_ bytes: [UInt8]) -> String { "failure-\(hash(of: bytes))" }

  /// Returns the FNV-1a hash of 64 bits in hexadecimal.
  static func hash(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
