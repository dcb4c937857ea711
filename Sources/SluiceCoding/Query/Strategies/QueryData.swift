public import FoundationEssentials

/// How `Data` is written and read.
public struct QueryData: Sendable {
  let text: @Sendable (Data) -> String?
  let data: @Sendable (String) -> Data?

  /// RFC 4648, section 4, with padding.
  public static let base64 = QueryData(
    text: { $0.base64EncodedString() },
    data: { Base64Text.data($0.utf8) })

  /// Bytes written by `text` and read by `data`.
  ///
  /// Where `text` returns nil, encoding throws an `EncodingError`; where `data` does, decoding a
  /// `DecodingError`. By default `data` reads nothing.
  public static func custom(
    text: @escaping @Sendable (Data) -> String?,
    data: @escaping @Sendable (String) -> Data? = { _ in nil }
  ) -> QueryData {
    QueryData(text: text, data: data)
  }
}
