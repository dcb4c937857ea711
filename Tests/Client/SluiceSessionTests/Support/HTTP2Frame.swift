/// Frames of HTTP/2, for servers that send what a library would not (RFC 9113 §4.1).
enum HTTP2Frame {
  static let settings = bytes(4)
  /// `:status: 200`, from HPACK's static table.
  static let head = bytes(1, flags: 4, stream: 1, [0x88])
  /// RST_STREAM with `HTTP_1_1_REQUIRED` (RFC 9113 §7).
  static let http11Required = bytes(3, stream: 1, [0, 0, 0, 0xD])
  /// The preface of a client after its first line.
  static let restOfPreface = "\r\nSM\r\n\r\n".utf8.count

  /// Returns a frame with fewer than 256 bytes.
  static func bytes(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8] {
    [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
  }
}
