// The snippets of "Downloading files", formatted as there.
// swift-format-ignore-file

import FoundationEssentials
import Sluice

private struct ProgressBar {
  func show(_ progress: TransferProgress) {}
}

private func download(session: Session, digest: String, bar: ProgressBar) async throws {
  // Article
  let file = try await session.download(
    "videos/1", to: .file("/data/holiday.mov"),
    options: .init(
      ifExists: .replace,             // by default, a file that exists is an error
      resumes: true,
      expectedSHA256: digest,         // in hexadecimal; another file fails with `digest-mismatch`
      maximumConcurrentCount: 4       // ranges of one version, over several connections
    )
  ) { bar.show($0) }
  print(file.byteCount, file.resumedByteCount)
  // end
}

private func planDownload(session: Session) async throws {
  // Article
  let plan = try await DownloadPlan(dividing: session.request(.get, "videos/1"), in: session)
  try Data(plan.jsonLines).write(to: URL(filePath: "/data/plan.jsonl"))
  // end
}

private func downloadShare(session: Session) async throws {
  // Article
  let plan = try DownloadPlan(parsing: Array(Data(contentsOf: URL(filePath: "/data/plan.jsonl"))))
  let written = try await session.downloadSegments(
    1...200, of: plan, to: "/data/holiday.mov",
    didWrite: { print(String(decoding: try $0.jsonLine, as: UTF8.self), terminator: "") })
  // end
  _ = written
}

private func completeDownload(plan: DownloadPlan, results: [DownloadedSegment]) async throws {
  // Article
  try await plan.complete(results, at: "/data/holiday.mov")
  // end
}
