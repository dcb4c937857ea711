internal import SluiceBody
internal import SluiceGzip

/// The content of a key's file: the variants with their metadata, and with their bodies if these are small.
///
/// ```
///  offset  size
///  0       8     "sluicec1"
///  8       4     the CRC-32 of everything after it
///  12      …     the key: partition, origin, text
///          4     the number of variants, the last one written first
///          …     the variants, each:
///                  8   the id
///                  1   1: complete, 2: the body is in a file of its own
///                  8   the size of the body
///                  …   the variant, the metadata, the body or nothing
/// ```
///
/// The numbers and byte strings are those of ``FieldReader``. Each change of a byte, and each truncation, is noticed.
package struct KeyFile: Sendable {
  package struct Variant: Sendable {
    let id: UInt64
    let variant: [UInt8]
    package var metadata: [UInt8]
    let isComplete: Bool
    package let byteCount: Int64
    /// The body, or `nil` if it is in a file of its own.
    package let content: [UInt8]?
  }

  /// The maximum number of bytes of a body in this file.
  static let maximumContentByteCount = 16 << 10
  /// The maximum number of bytes of the metadata, of a variant, and of a whole key.
  static let maximumFieldByteCount = 64 << 10
  /// A number of bytes that no file reaches.
  static let maximumByteCount = 4 << 20

  private static let signature = Array("sluicec1".utf8)

  let key: CacheKey
  package var variants: [Variant] = []

  init(_ key: CacheKey) { self.key = key }

  /// Parses a file. The result is `nil` if it is damaged.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    var head = FieldReader(bytes.dropFirst(Self.signature.count))
    let content = bytes.dropFirst(Self.signature.count + 4)
    guard let sum: UInt32 = head.number(), sum == CRC32.checksum(of: content.span) else { return nil }
    var fields = FieldReader(content)
    guard let partition = fields.bytes(), let origin = fields.text(), let text = fields.text(),
      let count: UInt32 = fields.number()
    else { return nil }
    key = CacheKey(partition: partition, origin: origin, text: text)
    for _ in 0..<count {
      guard let variant = Variant(from: &fields) else { return nil }
      variants.append(variant)
    }
    guard fields.isAtEnd else { return nil }
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    var content = Self.bytes(of: key)
    content.append(number: UInt32(variants.count))
    for variant in variants { variant.append(to: &content) }
    var bytes = Self.signature
    bytes.append(number: CRC32.checksum(of: content.span))
    return bytes + content
  }

  /// Returns the bytes of a key, which are different from those of any other.
  static func bytes(of key: CacheKey) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(field: key.partition)
    bytes.append(field: Array(key.origin.utf8))
    bytes.append(field: Array(key.text.utf8))
    return bytes
  }
}

extension KeyFile.Variant {
  private static let completeFlag: UInt8 = 1
  private static let fileFlag: UInt8 = 2

  fileprivate init?(from fields: inout FieldReader) {
    guard let id: UInt64 = fields.number(), let flags: UInt8 = fields.number(),
      let size: UInt64 = fields.number(),
      let byteCount = Int64(exactly: size), let variant = fields.bytes(), let metadata = fields.bytes(),
      flags & ~(Self.completeFlag | Self.fileFlag) == 0
    else { return nil }
    self.id = id
    self.variant = variant
    self.metadata = metadata
    self.byteCount = byteCount
    isComplete = flags & Self.completeFlag != 0
    if flags & Self.fileFlag == 0 {
      guard let content = fields.bytes(), content.count == byteCount else { return nil }
      self.content = content
    } else {
      content = nil
    }
  }

  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.append(number: id)
    bytes.append(number: (isComplete ? Self.completeFlag : 0) | (content == nil ? Self.fileFlag : 0))
    bytes.append(number: UInt64(byteCount))
    bytes.append(field: variant)
    bytes.append(field: metadata)
    if let content { bytes.append(field: content) }
  }
}
