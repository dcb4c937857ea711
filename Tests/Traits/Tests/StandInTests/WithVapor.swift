// The snippets of the article "With Vapor", formatted as there.
// swift-format-ignore-file

import Sluice
import SluiceNIO
import Vapor

// Article
/// Handles a request of a route with `body: .stream`.
func receiveVideos(_ request: Request) async throws -> HTTPStatus {
  do {
    let type = request.headers.first(name: "Content-Type") ?? ""
    for try await part in try MultipartReader(request.body.readableBytesViews, contentType: type)
    where part.fileName != nil {
      try await part.write(inFolder: "/data/videos", ifExists: .unique)
    }
    return .created
  } catch let error as Sluice.MultipartError {
    throw Abort(error.code == .notMultipart ? .unsupportedMediaType : .badRequest, reason: "\(error)")
  }
}
// end

// Article
extension Response.Body {
  /// Creates a body with the bytes and the exact length of a source, such as a form or a file.
  init(_ source: some BodySource) throws {
    let buffers = source.byteBuffers()
    let count = try buffers.byteCount.flatMap { Int(exactly: $0) }
    self.init(
      managedAsyncStream: { writer in
        for try await buffer in buffers { try await writer.write(.buffer(buffer)) }
      },
      count: count ?? -1)
  }
}
// end
