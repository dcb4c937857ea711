package import HTTPTypes
package import SluiceBody
package import SluiceGzip

/// The codings that a body has been through, as `Content-Encoding` lists them (RFC 9110 §8.4).
package struct ContentCodings: Sendable {
  /// The value of `Accept-Encoding` that asks for what can be decoded.
  package static let accepted = "gzip, deflate"
  /// The most codings that one body may have been through.
  private static let limit = 5

  /// In the order in which they were applied.
  private let formats: [Inflater.Format]

  /// Whether there is nothing to decode.
  package var isEmpty: Bool { formats.isEmpty }

  /// What cannot be decoded.
  package struct Refusal: Error {
    package let message: String
  }

  /// - Throws: a ``Refusal`` for a coding that is not known, and for more than five.
  package init(_ fields: HTTPFields) throws(Refusal) {
    var formats: [Inflater.Format] = []
    for name in fields[values: .contentEncoding].lazy.flatMap({ $0.split(separator: ",") }) {
      switch name.filter({ $0 != " " && $0 != "\t" }).lowercased() {
      case "", "identity": continue
      case "gzip", "x-gzip": formats.append(.gzip)
      case "deflate": formats.append(.deflate)
      case let name: throw Refusal(message: "the coding '\(name.prefix(40))' is not known")
      }
      if formats.count > Self.limit {
        throw Refusal(message: "the body has been through more than \(Self.limit) codings")
      }
    }
    self.formats = formats
  }

  /// What the reader's bytes were before they were coded. A body without a byte stays one.
  ///
  /// - Parameter limits: for the output of each coding.
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
