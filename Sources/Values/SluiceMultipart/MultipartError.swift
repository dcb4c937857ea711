internal import SluiceSupport

/// An error in a multipart body, and the part that it concerns.
///
/// Two errors are equal if they have the same code, part and byte offset.
public struct MultipartError: Error, Hashable, Sendable {
  /// The kind of a ``MultipartError``. New codes may be added, so switch over it with a `default` case.
  public struct Code: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code as text, such as `part-too-large`.
    public let description: String
    let explanation: String

    init(_ description: String, _ explanation: String) {
      self.description = description
      self.explanation = explanation
    }

    /// Returns whether two codes are the same.
    public static func == (a: Code, b: Code) -> Bool { a.description == b.description }
    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// A boundary does not have 1 to 70 characters of RFC 2046's set, or ends in a space.
    public static let invalidBoundary = Code(
      "invalid-boundary",
      "a boundary has 1 to 70 letters, digits, spaces or '()+_,-./:=? and no space at its end")
    /// The boundary of a nested form begins with that of the outer form.
    public static let boundaryConflict = Code(
      "boundary-conflict", "the nested form's boundary begins with the outer form's")
    /// A form-data part has no name, or ``FormDecoder`` decodes a body that is not form-data.
    public static let missingName = Code("missing-name", "a part of form-data needs a name")
    /// A name has a NUL.
    public static let invalidName = Code("invalid-name", "the name has a NUL")
    /// A file name has a NUL. In a received `filename*`, also: it has a CR or LF, or is not UTF-8.
    public static let invalidFileName = Code(
      "invalid-file-name", "the file name has a character that is not allowed")
    /// A header's name is not a token ([RFC 9110 §5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)).
    public static let invalidHeaderName = Code("invalid-header-name", "a header's name is not a token")
    /// A header's value has a CR, LF or NUL.
    public static let invalidHeaderValue = Code(
      "invalid-header-value", "a header's value has a CR, LF or NUL")
    /// The `Content-Type` that a caller has chosen for a multipart body names another type than the body's, or another
    /// boundary.
    public static let contentTypeConflict = Code(
      "content-type-conflict", "the Content-Type names another type or boundary than the multipart body")
    /// A part of a form has a `Content-Length`, which a part must not have.
    public static let forbiddenHeader = Code("forbidden-header", "a part must not have a Content-Length")
    /// A part has more than one `Content-Disposition` or `Content-Type`, or a received part more than one
    /// `Content-Length` or `Content-Range`.
    public static let repeatedHeader = Code(
      "repeated-header", "a header that a part can have only once is repeated")
  }

  /// The kind of the error.
  public let code: Code
  /// The index of the part, from 0, or `nil` if the error does not concern a part.
  public let partIndex: Int?
  /// The name of the part, or `nil` if it is unknown or the part has none.
  public let partName: String?
  /// The offset of the error in a received body, in bytes from the start, or `nil` if the error has no position.
  public let byteOffset: Int64?

  package init(_ code: Code, partIndex: Int? = nil, name: String? = nil, byteOffset: Int64? = nil) {
    self.code = code
    self.partIndex = partIndex
    self.partName = name
    self.byteOffset = byteOffset
  }
}

extension MultipartError: CustomStringConvertible {
  /// The error in one line, such as `invalid-name: part 3 ("a\0b"): the name has a NUL`.
  public var description: String { "\(code): \(message)" }

  /// The description without the code.
  public var message: String {
    let explanation = code.explanation + (byteOffset.map { " at byte \($0)" } ?? "")
    return switch (partIndex, partName) {
    case (let index?, let name?): "part \(index) (\(name.debugDescription.escapingControls)): \(explanation)"
    case (let index?, nil): "part \(index): \(explanation)"
    default: explanation
    }
  }
}
