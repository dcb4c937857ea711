/// The ways in which an input is divided into blocks.
enum Divisions {
  private static let maximumPlaceCount = 16
  private static let maximumSingleByteCount = 4096

  /// Returns divisions of `bytes`: in two at up to 16 places, with an empty block between them, and into single bytes
  /// if there are at most 4096.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  static func of(_ bytes: [UInt8]) -> [[[UInt8]]] {
    // The places are those of a fixed stride, with an offset that differs between inputs.
    let stride = max(1, (bytes.count + maximumPlaceCount - 1) / maximumPlaceCount)
    let offset = Int(bytes.prefix(64).reduce(0, &+)) % stride
    var divisions = Swift.stride(from: offset, through: bytes.count, by: stride).map { place in
      [Array(bytes[..<place]), [], Array(bytes[place...])]
    }
    if bytes.count <= maximumSingleByteCount { divisions.append(bytes.map { [$0] }) }
    return divisions
  }
}
