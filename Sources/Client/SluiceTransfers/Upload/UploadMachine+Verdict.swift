extension UploadMachine {
  /// The next request.
  enum Request: Equatable, Sendable {
    /// Asks for the extensions of the server.
    case describe
    /// Creates the upload, with the first bytes of the body.
    case create(UploadContent)
    /// Asks how many bytes the server has.
    case ask
    /// Appends bytes.
    case append(UploadContent)
  }

  /// The meaning of a response.
  enum Verdict: Equatable, Sendable {
    /// Another request follows.
    case continues
    /// The response is the result of the upload.
    case isResult
    /// The response is the result if the body has this number of bytes, which this process does not know.
    case isResultIfWhole(Int64)
    /// The response is the result if the server, which is asked next, does not say that bytes are missing. It may have
    /// responded before it read them: that they were passed to the system does not mean that they have arrived.
    case isResultIfConfirmed
    /// The earlier response is the result.
    case confirmsResult
    /// The response refuses the request. A later request may succeed, if the policy for retries allows it.
    case isRefusal
  }
}
