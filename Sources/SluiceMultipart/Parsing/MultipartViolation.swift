/// An error in a body, and the offset of its byte.
struct MultipartViolation: Error {
  let code: MultipartError.Code
  let offset: Int64

  init(_ code: MultipartError.Code, at offset: Int64) {
    self.code = code
    self.offset = offset
  }
}
