extension MediaType {
  /// `application/json` (RFC 8259).
  public static let json = MediaType(valid: "application", "json")

  /// `application/octet-stream`, for bytes of an unknown type (RFC 2046 §4.5.1).
  public static let octetStream = MediaType(valid: "application", "octet-stream")

  /// `text/plain` (RFC 2046 §4.1.3).
  public static let plainText = MediaType(valid: "text", "plain")

  /// `application/x-www-form-urlencoded` (the WHATWG URL standard).
  public static let formURLEncoded = MediaType(valid: "application", "x-www-form-urlencoded")

  /// `multipart/form-data` (RFC 7578), without a boundary.
  public static let formData = MediaType(valid: "multipart", "form-data")

  /// `multipart/mixed` (RFC 2046 §5.1.3), without a boundary.
  public static let multipartMixed = MediaType(valid: "multipart", "mixed")

  /// `multipart/related` (RFC 2387), without a boundary.
  public static let multipartRelated = MediaType(valid: "multipart", "related")

  /// `multipart/byteranges` (RFC 9110 §14.6), without a boundary.
  public static let multipartByteRanges = MediaType(valid: "multipart", "byteranges")

  /// `application/x-plist`, the common name for XML property lists. No name is registered.
  public static let propertyListXML = MediaType(valid: "application", "x-plist")

  /// `application/x-bplist`, the common name for binary property lists. No name is registered.
  public static let propertyListBinary = MediaType(valid: "application", "x-bplist")
}
