public import SluiceCoding

extension TextEncodings {
  /// ``standard``, and those of the WHATWG Encoding standard's other encodings that Foundation decodes.
  ///
  /// These are ISO-8859-2 to -16, windows-874, windows-1250 to -1258, KOI8-R and -U, macintosh, x-mac-cyrillic,
  /// GBK, gb18030, Big5, Shift_JIS, ISO-2022-JP and EUC-KR. IBM866 and EUC-JP are unknown, since Foundation
  /// gets them wrong on Linux, and so are `replacement` and `x-user-defined`.
  ///
  /// Foundation does not say where text is malformed: ``TextError/byteOffset`` is nil.
  public static let foundation: TextEncodings = {
    var encodings = standard
    for encoding in FoundationEncoding.all { encodings.add(encoding.textEncoding, labels: encoding.labels) }
    return encodings
  }()
}
