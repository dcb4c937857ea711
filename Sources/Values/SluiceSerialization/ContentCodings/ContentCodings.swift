package import HTTPTypes
package import SluiceBody
internal import SluiceCoding
package import SluiceGzip

/// The content codings of a body, as listed in `Content-Encoding`
/// ([RFC 9110 §8.4](https://www.rfc-editor.org/rfc/rfc9110#section-8.4)).
package struct ContentCodings: Sendable {
  /// The value of an `Accept-Encoding` field that lists the supported codings.
  package static let accepted = ContentCoding.all.map(\.name).joined(separator: ", ")
  /// The maximum number of codings of one body.
  private static let maximumCount = 5

  /// The codings, in the order in which they were applied.
  let codings: [ContentCoding]

  /// Whether the body is not coded.
  package var isEmpty: Bool { codings.isEmpty }

  /// Returns whether the first bytes of a body that is not a text show that it is still coded.
  package func isApplied(to start: [UInt8]) -> Bool { codings.last?.isSignature(start) ?? false }

  /// Returns a reader of the decoded body. An empty body remains empty.
  ///
  /// - Parameters:
  ///   - reader: A reader of the coded body.
  ///   - limits: The limits of the output of each coding.
  ///   - check: Is called before each read of a coded body, from which no byte may result for a long time: an empty
  ///     member of gzip takes 20 bytes. It throws if reading must end. Defaults to nothing.
  package func decode(
    _ reader: any BodyReader, limits: Inflater.Limits, checking check: @escaping () throws -> Void = {}
  ) throws -> any BodyReader {
    try codings.reversed().reduce(reader) { try $1.decode(CheckedReader($0, check), limits) }
  }

  private final class CheckedReader: BodyReader {
    private let body: any BodyReader
    private let check: () throws -> Void

    init(_ body: any BodyReader, _ check: @escaping () throws -> Void) {
      (self.body, self.check) = (body, check)
    }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      try check()
      return try body.read(into: &output)
    }

    func whenReadable(_ resume: @escaping @Sendable () -> Void) { body.whenReadable(resume) }
  }
}

extension ContentCodings {
  /// The error for codings that cannot be decoded.
  package struct Refusal: Error {
    /// The reason.
    package let message: String
  }

  /// Reads the codings from the fields of a response. The name of a charset is ignored: servers send it by mistake.
  ///
  /// - Throws: ``Refusal`` if a coding is unknown, or if there are more than 5.
  package init(parsing fields: HTTPFields) throws(Refusal) {
    guard fields.contains(.contentEncoding) else {
      codings = []
      return
    }
    var codings: [ContentCoding] = []
    for name in fields.members(of: .contentEncoding) where !Self.isNone(name) {
      guard let coding = ContentCoding.all.first(where: { $0.name == name || $0.aliases.contains(name) })
      else {
        throw Refusal(message: Self.refusal(of: name))
      }
      codings.append(coding)
      if codings.count > Self.maximumCount {
        throw Refusal(message: "the body has more than \(Self.maximumCount) codings")
      }
    }
    self.codings = codings
  }

  /// Returns the reason for which a coding cannot be decoded. Two are decoded only with a trait of the package.
  private static func refusal(of name: String) -> String {
    switch name {
    case "br": "the coding 'br' needs the trait Brotli of the package sluice"
    case "zstd": "the coding 'zstd' needs the trait Zstd of the package sluice"
    default: "the coding '\(name.prefix(40))' is unknown"
    }
  }

  /// Whether a name stands for no coding: `identity` and what servers write by mistake, `none` and charsets.
  private static func isNone(_ name: String) -> Bool {
    name == "identity" || name == "none" || TextEncoding(label: name) != nil
  }
}
