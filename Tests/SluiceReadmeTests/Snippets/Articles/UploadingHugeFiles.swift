// The snippets of "Uploading huge files", formatted as there.
// swift-format-ignore-file

import FoundationEssentials
import Sluice

private func describe(chunks: AsyncStream<[UInt8]>) throws {
  // Article
  let bodies: [any BodySource] = [
    .bytes([1, 2, 3]),
    .text("héllo"),
    .file(at: "/data/a.bin"),
    FileSource(at: "/data/a.bin", range: 1000..<2000),
    .joined([.text("head\n"), .file(at: "/data/a.bin")]),
    .async(chunks, byteCount: 4096),       // an async sequence of chunks, which can be read only once
  ]
  for body in bodies { print(try body.byteCount ?? 0) }
  // end
}

private func form(lines: AsyncStream<[UInt8]>) {
  // Article
  var form = MultipartForm {
    Field("title", "Holiday")
    File("video", at: "/data/holiday.mov")
    File("start", at: "/data/a.bin", range: 0..<1000, fileName: "start.bin")
    File("log", .async(lines), fileName: "log.txt", contentType: .plainText)
  }
  form.append(Field("note", "added later"))
  form.append(MultipartForm.Part("more", MultipartForm(.mixed) { Field("note", "inside") }))
  // end
}

private func send(form: MultipartForm, session: Session) async throws {
  // Article
  let receipt = try await session.upload(form, to: "videos", decoding: .json(Receipt.self)) { progress in
    print(progress.fractionCompleted ?? 0, progress.rate ?? 0, progress.timeLeft ?? .zero)
  }
  // end
  _ = receipt
}

private struct OtherClient {
  func begin(type: String?, byteCount: Int64?) throws {}
  func write(_ chunk: [UInt8]) async throws {}
}

private func sendElsewhere(form: MultipartForm, other: OtherClient) async throws {
  // Article
  try other.begin(type: form.contentType, byteCount: form.byteCount)    // exact
  for try await chunk in form.chunks() { try await other.write(chunk) }
  // end
}

private func fail(form: MultipartForm, session: Session) async throws {
  // Article
  do {
    try await session.upload(form, to: "videos")
  } catch let error as SessionError where error.code == .bodyFailed {
    if let error = error.underlying as? BodyError {
      print(error.code, error.path ?? "", error.expectedByteCount ?? 0, error.actualByteCount ?? 0)    // file-grew …
    }
  }
  // end
}

private func compress(session: Session) async throws {
  // Article
  var request = try session.request(.put, "logs/1", body: .file(at: "/var/log/syslog"))
  try request.compressBody(mediaTypes: [.any])    // default: text, JSON, XML, scripts, forms and property lists
  let response = try await session.send(request)
  // end
  _ = response
}

private func measure(session: Session) async throws {
  // Article
  let body = try await GzipSource(.file(at: "/var/log/syslog"), level: 9).measured()
  try await session.upload(body, to: "logs/1", method: .put, fields: [.contentEncoding: "gzip"])
  // end
}

private func resume(session: Session) async throws {
  // Article
  let stored: Receipt = try await session.upload(
    .file(at: "/data/holiday.mov"), to: "videos", resumable: .standard(record: "holiday.upload"))
  try await session.upload(
    .file(at: "/data/holiday.mov"), to: "files/",
    fields: [.init("Upload-Metadata")!: "filename aG9saWRheS5tb3Y=,album TWFkZWlyYQ=="],    // values in Base64
    resumable: .tus(record: "holiday.tus"))
  // end
  _ = stored
}

/// Creates and signs requests to a store.
private protocol SigningServer: Sendable {
  func uploadID(of name: String) async throws -> String
  func signPart(_ number: Int, of id: String) async throws -> String
  func signCompletion(of id: String) async throws -> String
}

private struct StoreError: Error {
  let description: String
}

private func uploadParts(session: Session, video: FileSource, api: some SigningServer) async throws {
  // Article
  let id = try await api.uploadID(of: "holiday.mov")
  try await session.uploadParts(of: video, atMost: 4, record: "holiday.parts", uploadID: id) { part in
    try session.request(.put, await api.signPart(part.number, of: id))
  } completing: { parts in
    let url = try await api.signCompletion(of: id)
    let result = try await session.post(url, parts, as: .completeMultipartUpload, decoding: .text())
    if result.contains("<Error>") { throw StoreError(description: result) }    // possible with the status 200
  }
  // end
}

private func plan() async throws {
  // Article
  let plan = try await UploadPlan(dividing: .file(at: "/data/holiday.mov"))
  try Data(plan.jsonLines).write(to: URL(filePath: "/data/plan.jsonl"))
  // end
}

private func sendShare(session: Session, api: some SigningServer, id: String) async throws {
  // Article
  let plan = try UploadPlan(parsing: Array(Data(contentsOf: URL(filePath: "/data/plan.jsonl"))))
  let sent = try await session.uploadParts(1...200, of: plan, in: .file(at: "/data/holiday.mov")) { part in
    try session.request(.put, await api.signPart(part.number, of: id))
  } didSend: { part in
    print(String(decoding: try part.jsonLine, as: UTF8.self), terminator: "")
  }
  // end
  _ = sent
}

private func complete(
  session: Session, api: some SigningServer, id: String, plan: UploadPlan, results: [UploadedPart]
) async throws {
  // Article
  let parts = try plan.complete(results)
  let result = try await session.post(
    await api.signCompletion(of: id), parts, as: .completeMultipartUpload, decoding: .text())
  if result.contains("<Error>") { throw StoreError(description: result) }
  // end
}
