// The snippets of "Resuming uploads", formatted as there.
// swift-format-ignore-file

import Sluice

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
