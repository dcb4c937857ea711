public import SluiceJSON

extension Corpus {
  /// How a parser must treat an input.
  public enum Verdict: String, Sendable {
    case accept
    case reject
    case either
  }

  /// An input of a format, and how a parser of the format must treat it.
  public struct Entry: Sendable {
    /// The name, which is unique in the format.
    public let name: String
    /// The format.
    public let format: Format
    /// How a parser must treat the input.
    public let verdict: Verdict
    /// The input.
    public let bytes: [UInt8]
    /// The `Content-Type` of the input, if the format needs one.
    public let contentType: String?
    /// A description of the input, or `nil` if there is none.
    public let shows: String?
    /// The rule that decides about the input, or `nil` if there is none.
    public let rule: String?
    /// The canonical result, or `nil` if there is none.
    public let result: JSON.Value?

    package init(
      name: String, format: Format, verdict: Verdict, bytes: [UInt8], contentType: String? = nil,
      shows: String? = nil, rule: String? = nil, result: JSON.Value? = nil
    ) {
      self.name = name
      self.format = format
      self.verdict = verdict
      self.bytes = bytes
      self.contentType = contentType
      self.shows = shows
      self.rule = rule
      self.result = result
    }
  }

  /// Returns the inputs of a format.
  public static func entries(_ format: Format) -> [Entry] {
    switch format {
    case .json:
      [
        Entry(
          name: "empty-array", format: .json, verdict: .accept, bytes: Array("[]".utf8),
          shows: "An empty array",
          rule: "RFC 8259 §5", result: []),
        Entry(
          name: "members", format: .json, verdict: .accept, bytes: Array(#"{"b":1.50,"a":[true,null]}"#.utf8),
          shows: "An object", rule: "RFC 8259 §4", result: ["a": [true, nil], "b": 1.5]),
        Entry(
          name: "trailing-comma", format: .json, verdict: .reject, bytes: Array("[1,]".utf8),
          shows: "A comma after the last element", rule: "RFC 8259 §5"),
        Entry(
          name: "not-utf8", format: .json, verdict: .reject, bytes: [0x22, 0xFF, 0x22],
          shows: "Invalid UTF-8",
          rule: "RFC 8259 §8.1"),
        Entry(
          name: "script", format: .json, verdict: .either,
          bytes: Array(#""<script>alert('&')</script>""#.utf8),
          shows: "Markup"),
      ]
    case .multipart:
      [
        Entry(
          name: "field", format: .multipart, verdict: .accept,
          bytes: Array("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--B--\r\n".utf8),
          contentType: "multipart/form-data; boundary=B", shows: "A field", rule: "RFC 7578 §4"),
        Entry(
          name: "unclosed", format: .multipart, verdict: .reject,
          bytes: Array("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb".utf8),
          contentType: "multipart/form-data; boundary=B", shows: "No closing boundary",
          rule: "RFC 2046 §5.1.1"),
      ]
    default: []
    }
  }

  /// Returns the inputs of a format that fuzzing found.
  public static func found(_ format: Format) -> [Entry] { [] }

  /// Returns the dictionary of a format.
  public static func dictionary(_ format: Format) -> [UInt8] { Array("\"[\"\n".utf8) }
}
