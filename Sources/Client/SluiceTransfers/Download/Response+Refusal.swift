internal import SluiceSerialization
internal import SluiceSession

extension Response {
  /// Returns the error for a response without a file, with the beginning of its body.
  func refusal() async throws -> ResponseError {
    let validation = ResponseValidation()
    let start = try await validation.start(of: body, refusedBy: head)
    return try await validation.unacceptableStatus(head, body: start, in: decodingContext)
  }
}
