internal import HTTPTypes
internal import SluiceBody
internal import SluiceTransport

extension BodyUpload {
  /// The state that the attempts share.
  struct Progress {
    var upload: Prepared?
    var machine: UploadMachine?
    /// The source of the upload's URL, or `nil` before it has one.
    var origin: UploadOrigin?
    /// Whether a question about the upload was redirected by way of another origin.
    var hasLeftOrigin = false
    /// The record that the file has.
    var saved: UploadRecord?
    /// Why an interim response ends the upload.
    var failure: SessionError?
    /// The result that the server has not confirmed yet.
    var unconfirmed: Result<any Sendable, any Error>?
    /// Wakes the task that processes interim responses.
    var interim: AsyncStream<Void>.Continuation?
  }

  /// The body with the texts that the first upload has drawn, its identity, and its record.
  struct Prepared {
    let body: any BodySource
    let identity: BodyIdentity
    let drawn: [String]
    /// The caller's URL.
    let url: RequestURL
    let file: Checkpoint<UploadRecord>
  }
}

extension BodyUpload.Progress {
  /// Returns the source of a URL, which is that of the upload, or the target of a redirected question about it.
  func origin(of target: RequestURL) -> UploadOrigin {
    if let origin, machine?.resource?.text == target.text { return origin }
    let isOwn = origin?.isOwn == true && !hasLeftOrigin && target.origin == upload?.url.origin
    return UploadOrigin(target, isOwn: isOwn)
  }

  /// Changes the machine after a response, which may give the upload its URL.
  mutating func change<Result>(
    after response: HTTPResponse, from url: RequestURL,
    _ change: (inout UploadMachine) throws(SessionError) -> Result
  ) throws(SessionError) -> Result? {
    guard var machine else { return nil }
    // Errors do not undo the change.
    defer { self.machine = machine }
    let before = machine.resource
    let result = try change(&machine)
    if let resource = machine.resource, resource.text != before?.text, let own = upload?.url.origin {
      origin = UploadOrigin(resource, by: response, isOwn: resource.origin == own && url.origin == own)
    }
    return result
  }
}
