internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

extension BodyUpload {
  /// Opens the record before the first attempt, and checks before each one that the body is still what it was.
  func prepare(_ attempt: Attempt) async throws -> Prepared {
    var head = attempt.request.head
    try setContentType(of: original, in: &head)
    return try await withTaskExecutorPreference(BlockingExecutor.shared) { [self] in
      if let upload = progress.withLock({ $0.upload }) {
        try SessionError.ofBody { try upload.body.check(is: upload.identity) }
        return upload
      }
      // A request that creates an upload may have no body.
      try SessionError.ofBody { try original.checkIfEmpty() }
      let url = try attempt.runner.settings.base.url(of: attempt.request.head)
      let file = try Checkpoint<UploadRecord>.ofUpload(at: options.record)
      let upload: Prepared
      let machine: UploadMachine
      if let record = file.earlier {
        let (resource, origin) = try options.target(of: record, request.head.method, url)
        var drawn = record.drawn[...]
        let body = original.withRandomTextsIfAny(&drawn)
        try body.check(is: record.body, inRecordAt: options.record)
        machine = try UploadMachine(
          options, byteCount: record.body.byteCount, resource: resource, confirmed: record.offset)
        upload = Prepared(body: body, identity: record.body, drawn: record.drawn, url: url, file: file)
        progress.withLock { $0.origin = origin }
      } else {
        let identity = try SessionError.ofBody {
          guard let identity = try original.identity() else { throw BodyError(.noIdentity) }
          return identity
        }
        machine = try UploadMachine(options, byteCount: identity.byteCount)
        upload = Prepared(
          body: original, identity: identity, drawn: original.randomTextsIfAny, url: url, file: file)
      }
      progress.withLock { ($0.upload, $0.machine, $0.saved) = (upload, machine, file.earlier) }
      return upload
    }
  }

  /// Writes the record, if the server has given a URL to the upload and something has changed.
  func save() async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { [self] in
      let (upload, url, offset, isOwn, saved) = progress.withLock {
        ($0.upload, $0.machine?.resource, $0.machine?.confirmed, $0.origin?.isOwn, $0.saved)
      }
      guard let upload, let url, let offset else { return }
      let record = UploadRecord(
        protocol: options.protocolName, request: UploadRecord.digest(of: request.head.method, upload.url),
        url: url.text, offset: offset, body: upload.identity, drawn: upload.drawn, isOwnOrigin: isOwn)
      guard record != saved else { return }
      try upload.file.save(record)
      progress.withLock { $0.saved = record }
    }
  }

  /// Releases the record.
  func close(removing: Bool) async {
    await withTaskExecutorPreference(BlockingExecutor.shared) { [self] in
      let upload = progress.withLock { progress in
        defer { progress.upload = nil }
        return progress.upload
      }
      if removing { upload?.file.remove() }
    }
  }
}
