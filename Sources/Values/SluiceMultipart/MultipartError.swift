@_exported public import SluiceErrors
internal import SluiceSupport

/// An error in a multipart body, and the part that it concerns.
///
/// Two errors are equal if they have the same code, part and byte offset.
public struct MultipartError: SluiceError, Hashable {
  /// The kind of the error.
  public let code: ErrorCode
  /// The index of the part, from 0, or `nil` if the error does not concern a part.
  public let partIndex: Int?
  /// The name of the part, or `nil` if it is unknown or the part has none.
  public let partName: String?
  /// The offset of the error in a received body, in bytes from the start, or `nil` if the error has no position.
  public let byteOffset: Int64?

  package init(_ code: ErrorCode, partIndex: Int? = nil, name: String? = nil, byteOffset: Int64? = nil) {
    self.code = code
    self.partIndex = partIndex
    self.partName = name
    self.byteOffset = byteOffset
  }
}

extension MultipartError {
  /// The description without the code.
  public var message: String {
    let explanation = code.text + (byteOffset.map { " at byte \($0)" } ?? "")
    return switch (partIndex, partName) {
    case (let index?, let name?): "part \(index) (\(name.debugDescription.escapingControls)): \(explanation)"
    case (let index?, nil): "part \(index): \(explanation)"
    default: explanation
    }
  }
}

extension ErrorCode {
  /// A boundary does not have 1 to 70 characters of RFC 2046's set, or ends in a space.
  public static let invalidBoundary = ErrorCode(
    "invalid-boundary",
    "a boundary has 1 to 70 letters, digits, spaces or '()+_,-./:=? and no space at its end")
  /// A multipart subtype is not a token ([RFC 9110 §5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)).
  public static let invalidSubtype = ErrorCode("invalid-subtype", "a multipart subtype is a token")
  /// The boundary of a nested form begins with that of the outer form.
  public static let boundaryConflict = ErrorCode(
    "boundary-conflict", "the nested form's boundary begins with the outer form's")
  /// A form-data part has no name, or ``FormDecoder`` decodes a body that is not form-data.
  public static let missingName = ErrorCode("missing-name", "a part of form-data needs a name")
  /// A name has a NUL.
  public static let invalidName = ErrorCode("invalid-name", "the name has a NUL")
  /// The code ``invalidFileName`` for a part.
  static let invalidPartFileName = ErrorCode(
    "invalid-file-name", "the file name has a character that is not allowed")
  /// A header's name is not a token ([RFC 9110 §5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)).
  public static let invalidHeaderName = ErrorCode("invalid-header-name", "a header's name is not a token")
  /// A header's value has a CR, LF or NUL.
  public static let invalidHeaderValue = ErrorCode(
    "invalid-header-value", "a header's value has a CR, LF or NUL")
  /// The `Content-Type` that a caller has chosen for a multipart body names another type than the body's, or another
  /// boundary.
  public static let contentTypeConflict = ErrorCode(
    "content-type-conflict", "the Content-Type names another type or boundary than the multipart body")
  /// A part of a form has a `Content-Length`, which a part must not have.
  public static let forbiddenHeader = ErrorCode("forbidden-header", "a part must not have a Content-Length")
  /// A part has more than one `Content-Disposition` or `Content-Type`, or a received part more than one
  /// `Content-Length` or `Content-Range`.
  public static let repeatedHeader = ErrorCode(
    "repeated-header", "a header that a part can have only once is repeated")
}

// Codes of errors in a body that is received. All but the last two come with a byte offset.

extension ErrorCode {
  // MARK: Framing

  /// The media type is not `multipart/*`.
  public static let notMultipart = Self("not-multipart", "the media type is not multipart")
  /// The media type has no `boundary` parameter.
  public static let missingBoundary = Self(
    "missing-boundary", "the media type has no parameter 'boundary', which the client must send")
  /// The media type has more than one `boundary` parameter.
  public static let repeatedBoundary = Self("repeated-boundary", "the media type names a boundary twice")
  /// The input has no bytes.
  public static let emptyInput = Self("empty-input", "the input is empty")
  /// The input ends before the closing boundary.
  public static let missingClosingBoundary = Self(
    "missing-closing-boundary", "the input ends without the closing boundary")
  /// A line before the first boundary is nearly a boundary line: a LF, a CR, a blank or a byte order mark stands before
  /// it, its line break is not CRLF, or it has another number of dashes. The offset is that of the line.
  public static let malformedFirstBoundary = Self(
    "malformed-first-boundary",
    "the first boundary has wrong dashes, or something other than CRLF around it")
  /// The line of the first boundary, or of a header, ends in LF without CR. ``MultipartLeniencies/lineFeeds`` accepts
  /// it.
  public static let bareLineFeed = Self("bare-line-feed", "a line ends in LF without CR")

  // MARK: Headers

  /// A header has a CR that is not followed by LF.
  public static let bareCarriageReturn = Self("bare-carriage-return", "a header has a CR without LF")
  /// A header has a NUL.
  public static let nulInHeader = Self("nul-in-header", "a header has a NUL")
  /// A header line has no colon.
  public static let missingColon = Self("missing-colon", "a header line has no colon")
  /// A header line continues the one before. ``MultipartLeniencies/foldedHeaders`` accepts it.
  public static let foldedHeader = Self("folded-header", "a header line begins with a blank")
  /// The code ``invalidUTF8`` for the value of a header.
  static let invalidUTF8Header = Self("invalid-utf8", "a header's value is not UTF-8")
  /// The code ``invalidUTF8`` for the value of a text field.
  static let invalidUTF8Text = Self("invalid-utf8", "the text is not UTF-8")
  /// A form-data part has no `Content-Disposition: form-data`.
  public static let missingDisposition = Self(
    "missing-disposition", "a form-data part needs a Content-Disposition of type form-data")
  /// A `Content-Disposition` is malformed.
  public static let invalidDisposition = Self("invalid-disposition", "the Content-Disposition is malformed")
  /// A `Content-Length` is not a decimal number, or too large.
  public static let invalidContentLength = Self("invalid-content-length", "the Content-Length is malformed")
  /// A part of a form has a `Content-Transfer-Encoding` other than `7bit`, `8bit` and `binary`, such as `base64`, which
  /// [RFC 7578 §4.7](https://www.rfc-editor.org/rfc/rfc7578#section-4.7) deprecates.
  /// ``MultipartLeniencies/transferEncodings`` accepts it.
  public static let transferEncoded = Self(
    "transfer-encoded", "the Content-Transfer-Encoding is neither 7bit, 8bit nor binary")
  /// A part's size differs from that of its `Content-Length` or `Content-Range`, or those differ from each other.
  public static let contentLengthMismatch = Self(
    "content-length-mismatch", "the part's size does not match its Content-Length or Content-Range")
  /// The `Content-Range` of a `multipart/byteranges` part
  /// ([RFC 9110 §14.4](https://www.rfc-editor.org/rfc/rfc9110#section-14.4)) is missing or malformed, or contradicts
  /// the complete length in an earlier part.
  public static let invalidContentRange = Self(
    "invalid-content-range", "the Content-Range is missing, malformed or contradictory")

  // MARK: Limits

  /// The body has more parts than ``MultipartLimits/maximumPartCount``.
  public static let tooManyParts = Self("too-many-parts", "there are more parts than the limit")
  /// A part has more header fields than ``MultipartLimits/maximumHeaderCount``.
  public static let tooManyHeaders = Self("too-many-headers", "the part has more headers than the limit")
  /// A header line has more bytes than ``MultipartLimits/maximumHeaderLineByteCount``.
  public static let headerLineTooLong = Self(
    "header-line-too-long", "a header line has more bytes than the limit")
  /// A boundary is followed by more blanks than ``MultipartLimits/maximumHeaderLineByteCount``.
  public static let boundaryLineTooLong = Self(
    "boundary-line-too-long", "a boundary line has more blanks than the limit")
  /// The header lines of a part have more bytes than ``MultipartLimits/maximumHeaderByteCount``.
  public static let headersTooLarge = Self(
    "headers-too-large", "the part's headers have more bytes than the limit")
  /// A part has more bytes than ``MultipartLimits/maximumPartByteCount``, or than the limit of collecting or decoding
  /// it.
  public static let partTooLarge = Self("part-too-large", "the part has more bytes than the limit")
  /// The preamble has more bytes than ``MultipartLimits/maximumPreambleByteCount``.
  public static let preambleTooLong = Self(
    "preamble-too-long", "there are more bytes before the first boundary than the limit")

  // MARK: Use

  /// A part was read after the next part was requested from the reader.
  public static let partPassed = Self("part-passed", "the reader has moved on from the part")
  /// The bytes of a part were requested a second time.
  public static let partAlreadyRead = Self("part-already-read", "the part's bytes can be read only once")
}

/// An error in a body, and the offset of its byte.
struct MultipartViolation: Error {
  let code: ErrorCode
  let offset: Int64

  init(_ code: ErrorCode, at offset: Int64) {
    self.code = code
    self.offset = offset
  }
}
