// The snippet of "Pipes and standard input", formatted as there.
// swift-format-ignore-file

import Sluice

private func choose(session: Session, lines: AsyncStream<[UInt8]>, blocks: AsyncStream<[UInt8]>) throws {
  // Article
  let input = try session.request(.put, "photos.tar", body: .standardInput)
  let fifo = try session.request(.put, "events.log", body: .file(at: "/run/app/events.fifo"))
  let sequence = try session.request(.put, "lines.txt", body: .async(lines))
  let measured = try session.request(.put, "backup.img", body: .async(blocks, byteCount: 1 << 30))
  let form = MultipartForm { FormFile("archive", .standardInput, fileName: "photos.tar") }
  // end
  _ = (input, fifo, sequence, measured, form)
}
