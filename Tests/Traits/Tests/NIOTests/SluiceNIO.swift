// The snippets of the landing page of SluiceNIO, formatted as there.
// swift-format-ignore-file

import NIOCore
import SluiceBody
import SluiceMultipart
import SluiceNIO

// Article
func send(_ form: MultipartForm, to write: (ByteBuffer) async throws -> Void) async throws {
  let buffers = form.byteBuffers(ofUpTo: 128 * 1024)
  print(try buffers.byteCount ?? 0)
  for try await buffer in buffers { try await write(buffer) }
}
// end

// Article
func receive(_ body: some AsyncSequence<ByteBuffer, any Error> & Sendable, _ type: String) async throws {
  for try await part in try MultipartReader(body.readableBytesViews, contentType: type) {
    try await part.write(inFolder: "/data/videos", ifExists: .unique)
  }
}
// end
