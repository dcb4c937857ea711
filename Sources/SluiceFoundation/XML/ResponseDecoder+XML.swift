public import FoundationXML
import HTTPTypes
public import SluiceCoding
public import SluiceSerialization

extension ResponseDecoder {
  /// An XML document, read as ``FoundationXML/XMLDocument/init(strict:charset:encodings:)`` does: `text/xml`,
  /// `application/xml` and every type with the suffix `+xml`.
  ///
  /// ```swift
  /// let decoder = ResponseDecoder.xml { try $0.nodes(forXPath: "/feed/entry/title").compactMap(\.stringValue) }
  /// ```
  ///
  /// - Parameters:
  ///   - encodings: those that are known. ``TextEncodings/foundation`` by default.
  ///   - read: takes from the document what is wanted. The document cannot leave it.
  public static func xml(
    encodings: TextEncodings = .foundation,
    reading read: @escaping @Sendable (_ document: XMLDocument) throws -> Output
  ) -> ResponseDecoder {
    ResponseDecoder(ResponseValidation(["text/xml", "application/xml", "*/*+xml"])) { response, body in
      if body.isEmpty { throw BodyRefusal(code: .emptyBody) }
      let mediaType = response.headerFields[.contentType].flatMap { MediaType($0) }
      return try read(XMLDocument(strict: body.bytes, charset: mediaType?.charset, encodings: encodings))
    }
  }
}
