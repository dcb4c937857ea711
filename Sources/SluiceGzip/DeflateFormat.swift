internal import CZlib

/// What stands around deflated data (RFC 1951).
public enum DeflateFormat: Sendable, Hashable, CaseIterable {
  /// A header, a CRC-32 and the length (RFC 1952): `Content-Encoding: gzip`.
  case gzip
  /// A header of two bytes and an Adler-32 checksum (RFC 1950): `Content-Encoding: deflate`.
  case zlib
  /// Nothing.
  case raw

  /// As zlib counts, with the largest window.
  var windowBits: CInt {
    switch self {
    case .gzip: MAX_WBITS + 16
    case .zlib: MAX_WBITS
    case .raw: -MAX_WBITS
    }
  }
}
