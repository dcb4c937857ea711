// The snippets of "Uploading huge files", formatted as there.
// swift-format-ignore-file

import FoundationEssentials
import Sluice

private func describe(chunks: AsyncStream<[UInt8]>, data: Data, url: URL) throws {
  // Article
  let bodies: [any BodySource] = [
    .bytes([1, 2, 3]),
    .text("héllo"),
    .bytes(data),                          // `Data`
    .file(at: "/data/a.bin"),
    .file(at: url),                        // a path is text or a URL
    .standardInput,                        // can be read only once
    AnyBody.file(at: "/data/a.bin", range: 1000..<2000),
    .joined([.text("head\n"), .file(at: "/data/a.bin")]),
    .async(chunks, byteCount: 4096),       // an async sequence of chunks, which can be read only once
  ]
  for body in bodies { print(try body.byteCount ?? 0) }
  // end
}

private struct Metadata: Encodable {
  var pageSize: Int
}

private func form(lines: AsyncStream<[UInt8]>) {
  // Article
  var form = MultipartForm {
    FormField("title", "Holiday")
    FormField("metadata", json: Metadata(pageSize: 20))          // application/json
    FormFile("video", at: "/data/holiday.mov")
    FormFile("start", at: "/data/a.bin", range: 0..<1000, fileName: "start.bin")
    FormFile("log", .async(lines), fileName: "log.txt", contentType: .plainText)
  }
  form.append(FormField("note", "added later"))
  form.append(MultipartForm.Part("more", MultipartForm(.mixed) { FormField("note", "inside") }))
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
  var request = try session.request(.put, "logs/1", body: .file(at: "/var/log/app.log"))
  let isCompressed = try request.compressBody()                   // of text, JSON, XML, scripts, forms, property lists
  if !isCompressed { try request.compressBody(mediaTypes: [.any]) }    // of any type
  try await session.send(request, decoding: .ignored)             // checks the status
  // end
}

private func measure(session: Session) async throws {
  // Article
  let body = try await AnyBody.gzip(.file(at: "/var/log/syslog"), level: 9).measured()
  try await session.upload(body, to: "logs/1", method: .put, fields: [.contentEncoding: "gzip"])
  // end
}
