public import SluiceCoding

extension TextEncodings {
  /// The ``TextEncodings/standard`` encodings and other encodings of the
  /// [WHATWG Encoding standard](https://encoding.spec.whatwg.org) that Foundation decodes.
  ///
  /// ```swift
  /// let text = try TextEncodings.foundation.decode(bytes.span, label: "shift_jis")
  /// ```
  ///
  /// The additional encodings are ISO-8859-2 to -16, windows-874, windows-1250 to -1258, KOI8-R and -U, macintosh,
  /// x-mac-cyrillic, GBK, gb18030, Big5, Shift_JIS, ISO-2022-JP and EUC-KR. IBM866 and EUC-JP are not supported, since
  /// Foundation decodes them incorrectly on Linux; neither are `replacement` and `x-user-defined`.
  ///
  /// Foundation does not report the position of malformed text: ``TextError/byteOffset`` is usually `nil` for the
  /// additional encodings.
  public static let foundation: TextEncodings = {
    var encodings = standard
    for encoding in FoundationEncoding.all { encodings.add(encoding.textEncoding, labels: encoding.labels) }
    return encodings
  }()
}
