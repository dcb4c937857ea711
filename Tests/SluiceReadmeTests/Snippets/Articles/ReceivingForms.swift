// The snippets of "Receiving forms on a server", formatted as there.
// swift-format-ignore-file

import SluiceBody
import SluiceMultipart

private func read(body: AsyncStream<[UInt8]>, type: String, folder: String) async throws {
  var title = ""
  var paths: [String] = []
  // Article
  for try await part in try MultipartReader(body, contentType: type) {
    switch part.name {
    case "title": title = String(decoding: try await part.collect(upTo: 1000), as: UTF8.self)
    case "video": paths.append(try await part.write(inFolder: folder, ifExists: .unique))
    default: break                                  // skipped, and not stored
    }
  }
  // end
  _ = (title, paths)
}

private func pieces(body: AsyncStream<[UInt8]>, type: String) async throws {
  var size = 0
  // Article
  for try await part in try MultipartReader(body, contentType: type) {
    for try await piece in part.bytes { size += piece.count }       // slices of the body's chunks
  }
  // end
  _ = size
}

private func configure() {
  // Article
  var decoder = FormDecoder()
  decoder.temporaryFolder = "/data/incoming"
  decoder.maximumFileByteCount = 1 << 30
  // end
  _ = decoder
}

private func decode(body: AsyncStream<[UInt8]>, type: String, folder: String) async throws {
  // Article
  struct Upload: Decodable {
    var title: String
    var tags: [String]                              // tags[]=a, tags[]=b
    var thumbnail: ReceivedFile?
    var video: ReceivedFile
  }

  let upload = try await FormDecoder().decode(Upload.self, from: MultipartReader(body, contentType: type))
  let path = try await upload.video.write(inFolder: folder, ifExists: .unique)
  // end
  _ = path
}

// Stand-ins for types of Hummingbird, on which this package does not depend.

private struct Upload: Decodable { var video: ReceivedFile }

private struct HTTPResponse {
  enum Status { case created, badRequest, unsupportedMediaType, contentTooLarge }
}

private struct HTTPError: Error {
  init(_ status: HTTPResponse.Status, message: String) {}
}

private enum FieldName { case contentType }

private struct IncomingRequest: Sendable {
  let headers: [FieldName: String]
  let body: AsyncStream<ByteBuffer>
}

private struct ByteBuffer: Sendable { let readableBytesView: ArraySlice<UInt8> }

private struct Router {
  func post(_ path: String, use handle: @Sendable (IncomingRequest, Int) async throws -> HTTPResponse.Status) {}
}

private func serve(router: Router) {
  // Article
  router.post("uploads") { request, _ -> HTTPResponse.Status in
    var limits = MultipartLimits()
    limits.maximumPartCount = 20
    limits.maximumByteCount = 200 << 20
    do {
      let type = request.headers[.contentType] ?? ""
      let reader = try MultipartReader(
        request.body.map { $0.readableBytesView }, contentType: type, limits: limits)
      let upload = try await FormDecoder().decode(Upload.self, from: reader)
      try await upload.video.write(inFolder: "/data/videos", ifExists: .unique)
      return .created
    } catch let error as MultipartError {
      throw HTTPError(status(for: error), message: "\(error)")
    } catch is DecodingError {
      throw HTTPError(.badRequest, message: "a field is missing, or its value is not of its type")
    }
  }
  // end
}

private
// Article
func status(for error: MultipartError) -> HTTPResponse.Status {
  switch error.code {
  case .notMultipart: .unsupportedMediaType
  case .bodyTooLarge, .partTooLarge, .tooManyParts: .contentTooLarge
  default: .badRequest
  }
}
// end

private func lenient(body: AsyncStream<[UInt8]>, type: String) throws {
  // Article
  let lenient = try MultipartReader(body, contentType: type, accepting: [.lineFeeds, .foldedHeaders])
  // end
  _ = lenient
}

private func push(block: [UInt8], type: String) throws {
  // Article
  var parser = try MultipartParser(contentType: type)
  var position = 0
  while let event = try parser.next(in: block.span, from: &position) {
    switch event {
    case .partBegan(let head): print(head.name ?? "", head.fileName ?? "")
    case .bytes(let range): print(range.count)       // a range of the block
    case .withheldBytes(let bytes): print(bytes.count)    // bytes of an earlier block that might have begun a boundary
    case .partEnded, .finished: break
    }
  }
  // end
}
