/// The name of the file of an input that failed.
package enum FailureName {
  /// Returns `failure-` and 16 hexadecimal digits, which depend on the bytes alone.
  package static func of(_ bytes: [UInt8]) -> String { "failure-\(hash(of: bytes))" }

  /// Returns the hash of an input in hexadecimal.
  static func hash(of bytes: [UInt8]) -> String {
    let digits = String(FNV1a.hash(of: bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
