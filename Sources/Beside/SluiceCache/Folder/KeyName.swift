internal import SluiceBody

/// The name of a key's file: 64 hexadecimal digits.
///
/// ```
///  digits   hash (SHA-256, truncated) of
///  16       the partition
///  16       the origin
///  32       the whole key; the last 2 are the name of the folder
/// ```
///
/// So the entries of a partition or an origin are found without opening files.
struct KeyName: Hashable, Sendable {
  static let byteCount = 64

  let text: String

  init(_ key: CacheKey) {
    text =
      Self.digits(of: key.partition, 16) + Self.digits(of: Array(key.origin.utf8), 16)
      + Self.digits(of: KeyFile.bytes(of: key), 32)
  }

  /// Parses a name. The result is `nil` for the name of another file.
  init?(_ name: some Collection<UInt8>) {
    guard name.count == Self.byteCount, name.allSatisfy(\.isHexadecimalDigit) else { return nil }
    text = String(decoding: name, as: UTF8.self)
  }

  /// The number of the folder that the file is in.
  var shard: Int { Int(text.suffix(2), radix: 16) ?? 0 }

  fileprivate static func digits(of bytes: [UInt8], _ count: Int) -> String {
    SHA256.hexadecimal(Array(SHA256.digest(of: bytes.span).prefix(count / 2)))
  }
}

extension KeyName {
  /// Selects the keys of a partition and an origin.
  ///
  /// The hashes of others can be equal. As this selects entries to remove, that does no harm.
  struct Filter: Sendable {
    private let partition: String?
    private let origin: String?

    /// Creates a filter; `nil` is any.
    init(partition: [UInt8]?, origin: String?) {
      self.partition = partition.map { digits(of: $0, 16) }
      self.origin = origin.map { digits(of: Array($0.utf8), 16) }
    }

    func selects(_ name: KeyName) -> Bool {
      if let partition, !name.text.hasPrefix(partition) { return false }
      if let origin, !name.text.dropFirst(16).hasPrefix(origin) { return false }
      return true
    }
  }
}

extension UInt8 {
  /// Whether the byte is a digit, or a letter from `a` to `f`.
  var isHexadecimalDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
