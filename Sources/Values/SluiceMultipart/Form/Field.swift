public import SluiceBody
public import SluiceCoding

/// A form field: a name and a value.
///
/// ```swift
/// let title = Field("title", "Holiday")
/// let settings = Field("settings", .text("{}"), contentType: .json)
/// ```
///
/// A field has no media type unless it is given one.
public struct Field: MultipartForm.PartConvertible, Sendable {
  /// The part that represents the field in a form.
  public let part: MultipartForm.Part

  /// Creates a field whose value is a string, sent as UTF-8.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The value, which is sent unaltered.
  ///   - contentType: The media type. Defaults to `nil`, which sends none.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, _ value: String, contentType: MediaType? = nil,
    headers: MultipartForm.Part.Headers = [:]
  ) {
    self.init(name, .text(value), contentType: contentType, headers: headers)
  }

  /// Creates a field whose value is any body, such as the content of a file.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The value.
  ///   - contentType: The media type. Defaults to `nil`, which sends the body's, if it has one.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, _ value: some BodySource, contentType: MediaType? = nil,
    headers: MultipartForm.Part.Headers = [:]
  ) {
    part = MultipartForm.Part(name, value, contentType: contentType, headers: headers)
  }
}
