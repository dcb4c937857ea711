internal import SluiceBody
package import SluiceGzip

#if Brotli
  package import SluiceBrotli
#endif
#if Zstd
  package import SluiceZstd
#endif

/// A content coding ([RFC 9110 §8.4.1](https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1)): its names, and its
/// decoder.
///
/// A new coding is another value in ``all``, and a conformance of its errors to ``Failure``. Everything else that
/// depends on the codings, such as `Accept-Encoding`, uses these.
package struct ContentCoding: Sendable {
  /// An error in coded data.
  package protocol Failure: Error {
    /// Whether the output exceeds a limit.
    var isExcess: Bool { get }
  }

  /// The name in `Content-Encoding` and `Accept-Encoding`, in lower case.
  let name: String
  /// Other names in `Content-Encoding`, in lower case.
  var aliases: [String] = []
  /// Returns whether two bytes are those that coded bodies begin with; by default never, for a coding without any.
  var isSignature: @Sendable ([UInt8]) -> Bool = { _ in false }
  /// Returns a reader of the decoded bytes of another reader. It accepts a body without any byte.
  let decode: @Sendable (any BodyReader, Inflater.Limits) throws -> any BodyReader

  /// The codings that can be decoded, in the order of `Accept-Encoding`.
  static let all: [ContentCoding] = {
    var all = [gzip, deflate]
    #if Brotli
      all.append(brotli)
    #endif
    #if Zstd
      all.append(zstd)
    #endif
    return all
  }()

  static let gzip = ContentCoding(
    name: "gzip", aliases: ["x-gzip"], isSignature: { $0 == [0x1F, 0x8B] },
    decode: { try inflate($0, .gzip, limits: $1) })
  // The header of zlib (RFC 1950 §2.2): the method 8, and a multiple of 31.
  static let deflate = ContentCoding(
    name: "deflate",
    isSignature: { $0.count == 2 && $0[0] & 0xF == 8 && (Int($0[0]) << 8 | Int($0[1])).isMultiple(of: 31) },
    decode: { try inflate($0, .deflate, limits: $1) })
  #if Brotli
    // The format has no signature.
    static let brotli = ContentCoding(
      name: "br",
      decode: { DecodedReader($0, decoder: try BrotliDecoder(limits: $1), allowsNothing: true) })
  #endif
  #if Zstd
    static let zstd = ContentCoding(
      name: "zstd", isSignature: { $0 == [0x28, 0xB5] },
      decode: { DecodedReader($0, decoder: try ZstdDecoder(limits: $1), allowsNothing: true) })
  #endif

  private static func inflate(
    _ reader: any BodyReader, _ format: Inflater.Format, limits: Inflater.Limits
  ) throws(GzipError) -> DecodedReader<Inflater> {
    DecodedReader(reader, decoder: try Inflater(format, limits: limits), allowsNothing: true)
  }
}

extension GzipError: ContentCoding.Failure {
  package var isExcess: Bool { code == .outputTooLarge || code == .ratioTooLarge }
}

#if Brotli
  extension BrotliError: ContentCoding.Failure {
    package var isExcess: Bool { code == .outputTooLarge || code == .ratioTooLarge }
  }
#endif

#if Zstd
  extension ZstdError: ContentCoding.Failure {
    package var isExcess: Bool { code == .outputTooLarge || code == .ratioTooLarge }
  }
#endif
