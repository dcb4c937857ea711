internal import SluiceBody
public import SluiceJSON
public import SluiceMultipart

extension FormField {
  /// Creates a field whose value is JSON, with the media type `application/json`.
  ///
  /// ```swift
  /// let form = MultipartForm {
  ///   FormField("metadata", json: Metadata(title: "Holiday"))
  ///   FormFile("video", at: "/data/holiday.mov")
  /// }
  /// ```
  ///
  /// The value is encoded at once. This initializer never throws: if the value cannot be encoded, the size and the
  /// readers of the form throw the `EncodingError`, so that a request with it fails before a connection is opened.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - value: The value.
  ///   - encoder: The encoder. Defaults to one with the default strategies, whatever the session's.
  ///   - headers: Further headers, in order. Defaults to none.
  public init(
    _ name: String, json value: some Encodable, encoder: JSON.Encoder = JSON.Encoder(),
    headers: MultipartForm.Part.Headers = [:]
  ) {
    do {
      self.init(name, .bytes(try encoder.encode(value)), contentType: .json, headers: headers)
    } catch {
      self.init(name, UnencodableSource(error: error), contentType: .json, headers: headers)
    }
  }
}

/// The body of a value that could not be encoded.
private struct UnencodableSource: BodySource {
  let error: any Error

  var byteCount: Int64? { get throws { throw error } }
  var isReplayable: Bool { true }
  var needsOwnThread: Bool { false }

  func makeReader() throws -> any BodyReader { throw error }
}
