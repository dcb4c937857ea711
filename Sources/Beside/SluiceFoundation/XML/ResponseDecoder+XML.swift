public import FoundationXML
import HTTPTypes
public import SluiceCoding
public import SluiceSerialization

extension ResponseDecoder {
  /// Returns a decoder of XML documents.
  ///
  /// ```swift
  /// let decoder = ResponseDecoder.xml { try $0.nodes(forXPath: "/feed/entry/title").compactMap(\.stringValue) }
  /// ```
  ///
  /// Accepts `text/xml`, `application/xml` and every type with the suffix `+xml`. The document is parsed strictly, as
  /// by ``FoundationXML/XMLDocument/init(parsing:charset:encodings:)``. An empty body is an error
  /// (``ErrorCode/emptyBody``).
  ///
  /// - Parameters:
  ///   - encodings: The supported encodings. Defaults to ``TextEncodings/foundation``.
  ///   - decode: Creates the output from the document. `XMLDocument` is not `Sendable`, so it cannot be the output.
  public static func xml(
    encodings: TextEncodings = .foundation,
    decode: @escaping @Sendable (_ document: XMLDocument) throws -> Output
  ) -> ResponseDecoder {
    ResponseDecoder(ResponseValidation(mediaTypes: ["text/xml", "application/xml", "*/*+xml"])) {
      response, body in
      if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
      let mediaType = response.headerFields[.contentType].flatMap { try? MediaType(parsing: $0) }
      return try decode(XMLDocument(parsing: body.bytes, charset: mediaType?.charset, encodings: encodings))
    }
  }
}
