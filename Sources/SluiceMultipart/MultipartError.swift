/// What is wrong with a multipart body, and in which part.
public struct MultipartError: Error, Sendable {
  /// The kind of a ``MultipartError``. More may come: switch with a `default`.
  public struct Code: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    let explanation: String

    init(_ description: String, _ explanation: String) {
      self.description = description
      self.explanation = explanation
    }

    /// Two of a code's kind are the same code.
    public static func == (a: Code, b: Code) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// A boundary is not 1 to 70 characters of RFC 2046's set, or ends in a space.
    public static let invalidBoundary = Code(
      "invalid-boundary",
      "a boundary has 1 to 70 letters, digits, spaces or '()+_,-./:=? and no space at its end")
    /// A nested form's boundary begins with the outer form's.
    public static let boundaryConflict = Code(
      "boundary-conflict", "the nested form's boundary begins with the outer form's")
    /// A form-data part has no name.
    public static let missingName = Code("missing-name", "a part of form-data needs a name")
    /// A name has a NUL.
    public static let invalidName = Code("invalid-name", "the name has a NUL")
    /// A file name has a NUL; or, where it was received as `filename*`, a CR or LF, or is not UTF-8.
    public static let invalidFileName = Code(
      "invalid-file-name", "the file name has a character that no file name has")
    /// A header's name is no token (RFC 9110 §5.6.2).
    public static let invalidHeaderName = Code("invalid-header-name", "a header's name is no token")
    /// A header's value has a CR, LF or NUL.
    public static let invalidHeaderValue = Code(
      "invalid-header-value", "a header's value has a CR, LF or NUL")
    /// A header that a part must not have: `Content-Length`.
    public static let forbiddenHeader = Code("forbidden-header", "a part must not have a Content-Length")
    /// A second `Content-Disposition` or `Content-Type`, or `Content-Length` in a part that was received.
    public static let repeatedHeader = Code(
      "repeated-header", "a part has one Content-Disposition, one Content-Type and one Content-Length")
  }

  public let code: Code
  /// The part's place in its form, from 0.
  public let partIndex: Int?
  /// The part's name.
  public let partName: String?
  /// Where in the body that was received, in bytes from its start.
  public let byteOffset: Int64?

  init(_ code: Code, partIndex: Int? = nil, name: String? = nil, byteOffset: Int64? = nil) {
    self.code = code
    self.partIndex = partIndex
    self.partName = name
    self.byteOffset = byteOffset
  }
}

extension MultipartError: CustomStringConvertible {
  /// One line, such as `invalid-name: part 3 ("a\0b"): the name has a NUL`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String {
    let explanation = code.explanation + (byteOffset.map { " at byte \($0)" } ?? "")
    return switch (partIndex, partName) {
    case (let index?, let name?): "part \(index) (\(name.debugDescription)): \(explanation)"
    case (let index?, nil): "part \(index): \(explanation)"
    default: explanation
    }
  }
}
