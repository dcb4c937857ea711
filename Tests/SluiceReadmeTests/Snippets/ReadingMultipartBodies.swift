// The snippets of "Reading multipart bodies", formatted as in the README.
// swift-format-ignore-file

import SluiceBody
import SluiceMultipart

private struct IncomingRequest {
  let body: AsyncStream<[UInt8]>
}

/// Stands in for a request of a server that uses SwiftNIO.
private struct BufferedRequest {
  let body: AsyncStream<ByteBuffer>
}

private struct ByteBuffer {
  let readableBytesView: ArraySlice<UInt8>
}

private func parts(of request: IncomingRequest, type: String, folder: String) async throws {
  var title = ""
  // README
  for try await part in try MultipartReader(request.body, contentType: type) {
    switch part.name {
    case "title": title = String(decoding: try await part.collect(upTo: 1000), as: UTF8.self)
    case "video": try await part.write(inFolder: folder)   // under a safe name; ifExists: .unique, .fail or .replace
    default: break                         // skipped
    }
  }
  // end
  _ = title
}

private func buffers(of request: BufferedRequest, type: String) async throws {
  // README
  let reader = try MultipartReader(request.body.map { $0.readableBytesView }, contentType: type)
  // end
  _ = reader
}

private func upload(in request: IncomingRequest, type: String) async throws {
  // README
  struct Upload: Decodable { var title: String; var tags: [String]; var video: FormFile }
  let upload = try await FormDecoder().decode(Upload.self, from: MultipartReader(request.body, contentType: type))
  try await upload.video.write(toFile: "/data/videos/1.mov", ifExists: .replace, creatingFolders: true)
  // end
}
