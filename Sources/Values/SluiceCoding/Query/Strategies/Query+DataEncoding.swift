public import FoundationEssentials
internal import SluiceSupport

extension Query {
  /// A format of `Data`.
  public struct DataEncoding: Sendable {
    let text: @Sendable (Data) -> String?
    let data: @Sendable (String) -> Data?

    /// Base64 with padding (RFC 4648 §4).
    public static let base64 = DataEncoding(
      text: { $0.base64EncodedString() },
      data: { Base64Text.data($0.utf8) })

    /// Returns a strategy that writes and reads data with closures.
    ///
    /// ```swift
    /// encoder.data = .custom(text: { data in data.map { String($0, radix: 16) }.joined(separator: "-") })
    /// ```
    ///
    /// - Parameters:
    ///   - text: Returns the text of data. If it returns `nil`, encoding throws an `EncodingError`.
    ///   - data: Returns the data of text. If it returns `nil`, as it does by default, decoding throws a
    ///     `DecodingError`.
    public static func custom(
      text: @escaping @Sendable (Data) -> String?,
      data: @escaping @Sendable (String) -> Data? = { _ in nil }
    ) -> DataEncoding {
      DataEncoding(text: text, data: data)
    }
  }
}
