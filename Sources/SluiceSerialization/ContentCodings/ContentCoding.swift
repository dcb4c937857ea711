internal import SluiceBody
package import SluiceGzip

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
  /// Returns a reader of the decoded bytes of another reader. It accepts a body without any byte.
  let decode: @Sendable (any BodyReader, Inflater.Limits) throws -> any BodyReader

  /// The codings that can be decoded, in the order of `Accept-Encoding`.
  static let all = [gzip, deflate]

  static let gzip = ContentCoding(name: "gzip", aliases: ["x-gzip"]) { try inflate($0, .gzip, limits: $1) }
  static let deflate = ContentCoding(name: "deflate") { try inflate($0, .deflate, limits: $1) }

  private static func inflate(
    _ reader: any BodyReader, _ format: Inflater.Format, limits: Inflater.Limits
  ) throws(GzipError) -> InflatedReader {
    InflatedReader(reader, inflater: try Inflater(format, limits: limits), allowsNothing: true)
  }
}

extension GzipError: ContentCoding.Failure {
  package var isExcess: Bool { code == .outputTooLarge || code == .ratioTooLarge }
}
