internal import CZlib

/// The format that surrounds deflated data ([RFC 1951](https://www.rfc-editor.org/rfc/rfc1951)).
public enum DeflateFormat: Sendable, Hashable, CaseIterable {
  /// A header, a CRC-32 checksum and the length ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)), as in
  /// `Content-Encoding: gzip`.
  case gzip
  /// A header of two bytes and an Adler-32 checksum ([RFC 1950](https://www.rfc-editor.org/rfc/rfc1950)), as in
  /// `Content-Encoding: deflate`.
  case zlib
  /// Deflated data alone, without header and checksum.
  case raw

  /// The `windowBits` argument of zlib for this format, with the largest window (32 KiB).
  var windowBits: CInt {
    switch self {
    case .gzip: MAX_WBITS + 16
    case .zlib: MAX_WBITS
    case .raw: -MAX_WBITS
    }
  }
}
