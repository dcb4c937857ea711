// The snippets of "Uploading in parts", formatted as there.
// swift-format-ignore-file

import FoundationEssentials
import Sluice

/// Creates and signs requests to a store.
private protocol SigningServer: Sendable {
  func uploadID(of name: String) async throws -> String
  func signPart(_ number: Int, of id: String) async throws -> String
  func signCompletion(of id: String) async throws -> String
}

private struct StoreError: Error {
  let description: String
}

private struct ProgressBar {
  func show(_ progress: TransferProgress) {}
}

private func uploadParts(
  session: Session, video: AnyBody, api: some SigningServer, bar: ProgressBar
) async throws {
  // Article
  let id = try await api.uploadID(of: "holiday.mov")
  let store = PartStore.s3(record: "holiday.parts", uploadID: id) { part in
    try session.request(.put, .init(await api.signPart(part.number, of: id)))
  } completing: { parts in
    let url = try await api.signCompletion(of: id)
    let result = try await session.post(.init(url), parts, encoding: .completeMultipartUpload, decoding: .text())
    if result.contains("<Error>") { throw StoreError(description: result) }    // possible with the status 200
  }
  try await session.uploadParts(of: video, to: store) { progress in bar.show(progress) }
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
  let store = PartStore.s3 { part in try session.request(.put, .init(await api.signPart(part.number, of: id))) }
  let sent = try await session.uploadParts(
    1...200, of: plan, in: .file(at: "/data/holiday.mov"), to: store,
    didSend: { print(String(decoding: try $0.jsonLine, as: UTF8.self), terminator: "") })
  // end
  _ = sent
}

private func complete(
  session: Session, api: some SigningServer, id: String, plan: UploadPlan, results: [UploadedPart]
) async throws {
  // Article
  let parts = try plan.complete(results)
  let result = try await session.post(
    .init(await api.signCompletion(of: id)), parts, encoding: .completeMultipartUpload, decoding: .text())
  if result.contains("<Error>") { throw StoreError(description: result) }
  // end
}
