// What can be wrong with a body that is received. All but the last two tell the byte.

extension MultipartError.Code {
  // MARK: Framing

  /// The media type is not `multipart/*`.
  public static let notMultipart = Self("not-multipart", "the media type is not multipart")
  /// A media type names its boundary twice.
  public static let repeatedBoundary = Self("repeated-boundary", "the media type names a boundary twice")
  /// There is no byte at all.
  public static let emptyInput = Self("empty-input", "there is nothing, not even a boundary")
  /// The input ends before the closing boundary.
  public static let missingClosingBoundary = Self(
    "missing-closing-boundary", "the input ends without the closing boundary")
  /// A line of framing ends in LF alone: the first boundary's, or a header's. See ``MultipartLeniencies/lineFeeds``.
  public static let bareLineFeed = Self("bare-line-feed", "a line ends in LF without CR")

  // MARK: Headers

  /// A CR in a header without LF behind it.
  public static let bareCarriageReturn = Self("bare-carriage-return", "a header has a CR without LF")
  /// A NUL in a header.
  public static let nulInHeader = Self("nul-in-header", "a header has a NUL")
  /// A header line without a colon.
  public static let missingColon = Self("missing-colon", "a header line has no colon")
  /// A header line that continues the one before. See ``MultipartLeniencies/foldedHeaders``.
  public static let foldedHeader = Self("folded-header", "a header line begins with a blank")
  /// A header's value is not UTF-8.
  public static let invalidUTF8 = Self("invalid-utf8", "a header's value is not UTF-8")
  /// A part of form-data without `Content-Disposition: form-data`.
  public static let missingDisposition = Self(
    "missing-disposition", "a part of form-data needs a Content-Disposition of form-data")
  /// A `Content-Disposition` that cannot be read.
  public static let invalidDisposition = Self("invalid-disposition", "the Content-Disposition is malformed")
  /// A `Content-Length` that is no number.
  public static let invalidContentLength = Self("invalid-content-length", "the Content-Length is no number")
  /// A part has fewer or more bytes than its `Content-Length`, or its `Content-Range`, says.
  public static let contentLengthMismatch = Self(
    "content-length-mismatch", "the part's size is not that of its Content-Length or Content-Range")
  /// A range of `multipart/byteranges` without a `Content-Range` that can be read (RFC 9110 §14.4).
  public static let invalidContentRange = Self(
    "invalid-content-range", "the Content-Range is missing, malformed, or of another whole")

  // MARK: Limits

  /// ``MultipartLimits/parts``
  public static let tooManyParts = Self("too-many-parts", "there are more parts than the limit")
  /// ``MultipartLimits/headersPerPart``
  public static let tooManyHeaders = Self("too-many-headers", "the part has more headers than the limit")
  /// ``MultipartLimits/headerLineBytes``
  public static let headerLineTooLong = Self(
    "header-line-too-long", "a header line has more bytes than the limit")
  /// ``MultipartLimits/headerLineBytes``, of blanks behind a boundary.
  public static let boundaryLineTooLong = Self(
    "boundary-line-too-long", "a boundary line has more blanks than the limit")
  /// ``MultipartLimits/headerBytesPerPart``
  public static let headersTooLarge = Self(
    "headers-too-large", "the part's headers have more bytes than the limit")
  /// ``MultipartLimits/bytesPerPart``, or what a part was collected up to.
  public static let partTooLarge = Self("part-too-large", "the part has more bytes than the limit")
  /// ``MultipartLimits/bytes``
  public static let bodyTooLarge = Self("body-too-large", "the body has more bytes than the limit")
  /// ``MultipartLimits/preambleBytes``
  public static let preambleTooLong = Self(
    "preamble-too-long", "there are more bytes before the first boundary than the limit")

  // MARK: Use

  /// A part was read after the reader had moved on from it.
  public static let partPassed = Self("part-passed", "the reader has moved on from the part")
  /// A part's bytes were asked for a second time.
  public static let partAlreadyRead = Self("part-already-read", "the part's bytes can be read once")
}
