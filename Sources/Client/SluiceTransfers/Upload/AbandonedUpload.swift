internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession

/// A resumable upload that is given up, instead of being resumed.
struct AbandonedUpload: Sendable {
  /// The request of the upload, without its body.
  let request: Request
  private let options: ResumableUpload

  init(_ request: Request, _ options: ResumableUpload) {
    (self.request, self.options) = (request, options)
  }

  func run(_ attempt: Attempt) async throws {
    let url = try attempt.runner.settings.base.url(of: attempt.request.head)
    let file = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try Checkpoint<UploadRecord>.ofUpload(at: options.record)
    }
    guard let record = file.earlier else { return }
    let (target, origin) = try options.target(of: record, request.head.method, url)
    var head = attempt.request.head
    head.method = .delete
    head.headerFields = head.headerFields.withoutBody
    options.dialect.addVersion(to: &head.headerFields)
    let (request, isOwn) = try await attempt.following(Request(head), to: target, named: origin, from: url)
    let response = try await attempt.send(request, isOwnOrigin: isOwn)
    guard (200..<300).contains(response.head.status.code) || [404, 410].contains(response.head.status.code)
    else { throw try await response.refusal() }
    await response.discard()
    file.remove()
  }
}
