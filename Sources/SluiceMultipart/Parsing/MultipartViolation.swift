/// What is wrong with a body, and at which byte.
struct MultipartViolation: Error {
  let code: MultipartError.Code
  let offset: Int64

  init(_ code: MultipartError.Code, at offset: Int64) {
    self.code = code
    self.offset = offset
  }
}
