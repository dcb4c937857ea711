package import SluiceSerialization
package import SluiceTransport

/// A call of the session: a request, and what distinguishes the call from others with the same request.
package struct Call {
  /// The request of the first attempt, before the configuration's adaptors.
  package let request: Request
  /// Returns the request of a retry, by its number, or `nil` to send the same request again.
  package var renewal: (@Sendable (_ number: Int) async throws -> Request)?
  /// Whether the caller has named the request's origin, and not a response, so that it may receive secrets.
  package var isOwnOrigin = true
  /// The control of the transfer's handle, or `nil` if there is none.
  package var control: TransferControl?
  /// Whether the call is one of several that a transfer consists of, such as a segment of a download. It has the
  /// control of the transfer, but its own identifier and progress.
  package private(set) var isPart = false
  /// The control whose state and progress are those of the call, or `nil` if there is none.
  var handle: TransferControl? { isPart ? nil : control }
  /// Whether the call is a download to a file.
  package var isDownload = false
  /// The observer of the progress, or `nil` if there is none. The observer of a part is called at once, and must not
  /// block.
  package var progress: TransferProgress.Report?

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - control: The control of the transfer's handle. Defaults to `nil`.
  ///   - isDownload: Whether the call is a download to a file. Defaults to `false`.
  ///   - progress: The observer of the progress. Defaults to `nil`.
  package init(
    _ request: consuming Request, control: TransferControl? = nil, isDownload: Bool = false,
    progress: TransferProgress.Report? = nil
  ) {
    self.request = request
    self.control = control
    self.isDownload = isDownload
    self.progress = progress
  }

  /// Creates one of the calls that a transfer consists of.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - whole: The transfer.
  package init(_ request: consuming Request, partOf whole: TransferContext) {
    self.request = request
    (isOwnOrigin, control, isPart) = (whole.isOwnOrigin, whole.control, true)
  }
}
