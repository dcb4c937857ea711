package import HTTPTypes
package import SluiceBody
package import SluiceGzip

/// The content codings of a body, as listed in `Content-Encoding`
/// ([RFC 9110 §8.4](https://www.rfc-editor.org/rfc/rfc9110#section-8.4)).
package struct ContentCodings: Sendable {
  /// The value of an `Accept-Encoding` field that lists the supported codings.
  package static let accepted = "gzip, deflate"
  /// The maximum number of codings of one body.
  private static let maximumCount = 5

  /// The formats, in the order in which they were applied.
  private let formats: [Inflater.Format]

  /// Whether the body is not coded.
  package var isEmpty: Bool { formats.isEmpty }

  /// The error for codings that cannot be decoded.
  package struct Refusal: Error {
    /// The reason.
    package let message: String
  }

  /// Reads the codings from the fields of a response.
  ///
  /// - Throws: ``Refusal`` if a coding is unknown, or if there are more than 5.
  package init(parsing fields: HTTPFields) throws(Refusal) {
    var formats: [Inflater.Format] = []
    for name in fields[values: .contentEncoding].lazy.flatMap({ $0.split(separator: ",") }) {
      switch name.filter({ $0 != " " && $0 != "\t" }).lowercased() {
      case "", "identity": continue
      case "gzip", "x-gzip": formats.append(.gzip)
      case "deflate": formats.append(.deflate)
      case let name: throw Refusal(message: "the coding '\(name.prefix(40))' is unknown")
      }
      if formats.count > Self.maximumCount {
        throw Refusal(message: "the body has more than \(Self.maximumCount) codings")
      }
    }
    self.formats = formats
  }

  /// Returns a reader of the decoded body. An empty body remains empty.
  ///
  /// - Parameters:
  ///   - reader: A reader of the coded body.
  ///   - limits: The limits of the output of each coding.
  package func decode(
    _ reader: any BodyReader, limits: Inflater.Limits
  ) throws(GzipError) -> any BodyReader {
    var reader = reader
    for format in formats.reversed() {
      reader = InflatedReader(reader, inflater: try Inflater(format, limits: limits), allowsNothing: true)
    }
    return reader
  }
}
