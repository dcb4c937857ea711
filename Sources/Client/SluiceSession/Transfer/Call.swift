internal import SluiceBody
package import SluiceSerialization
package import SluiceTransport

/// A call of the session: a request, and what distinguishes the call from others with the same request.
package struct Call {
  /// The request of the first attempt.
  package let request: SessionRequest
  /// Returns the request of a retry, by its number, or `nil` to send the same request again.
  package var renewal: (@Sendable (_ number: Int) async throws -> SessionRequest)?
  /// Whether the caller has named the request's origin, and not a response, so that it may receive secrets.
  package var isOwnOrigin = true
  /// The control of the transfer's handle, or `nil` if there is none.
  package var control: TransferControl?
  /// Whether the call is nested: one of several that a transfer consists of, such as a segment of a download. It has
  /// the control of the transfer, but its own identifier and progress.
  package private(set) var isNested = false
  /// The control whose state and progress are those of the call, or `nil` if there is none.
  var handle: TransferControl? { isNested ? nil : control }
  /// Whether the call is a download to a file.
  package var isDownload = false
  /// The observer of the progress, or `nil` if there is none. The observer of a nested call is called at once, and must
  /// not block.
  package var progress: TransferProgress.Report?

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - control: The control of the transfer's handle. Defaults to `nil`.
  ///   - isDownload: Whether the call is a download to a file. Defaults to `false`.
  ///   - progress: The observer of the progress. Defaults to `nil`.
  package init(
    _ request: consuming SessionRequest, control: TransferControl? = nil, isDownload: Bool = false,
    progress: TransferProgress.Report? = nil
  ) {
    self.request = request.resendable()
    self.control = control
    self.isDownload = isDownload
    self.progress = progress
  }

  /// Creates a nested call: one of those that a transfer consists of.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - whole: The transfer.
  package init(_ request: consuming SessionRequest, nestedIn whole: TransferContext) {
    self.request = request
    (isOwnOrigin, control, isNested) = (whole.isOwnOrigin, whole.control, true)
  }
}

extension SessionRequest {
  /// Returns the request with a body that, if it can be read only once, can be sent again until a byte of it was read.
  fileprivate consuming func resendable() -> SessionRequest {
    if let body, !body.isReplayable { self.body = UnreadSource(body) }
    return self
  }
}
