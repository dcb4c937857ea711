import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle

/// Serves requests whose bodies continue over another connection if theirs breaks.
///
/// It speaks the interop versions 5, 6 and 8 of
/// [Resumable Uploads for HTTP](https://datatracker.ietf.org/doc/draft-ietf-httpbis-resumable-upload/):
///
/// ```
///  POST /forms, Upload-Complete ─► 104, Location: /uploads/… ─┐
///  (the connection breaks)                                    │
///  HEAD  /uploads/… ─► 204, Upload-Offset                     ├─► one request ─► the route
///  PATCH /uploads/…, the other bytes ─────────────────────────┘                      │
///                    200, the response of the route ◄────────────────────────────────┘
/// ```
///
/// Uploads are kept in the memory of the process. Any other request is passed on as it is.
actor ResumableUploads<Base: HTTPResponder>: Service where Base.Context == ConnectionContext {
  private let base: Base
  /// The time to wait for the next connection of an upload. Zero once the server stops.
  private var patience: Duration
  private var uploads: [String: Upload] = [:]
  private var openCount = 0

  /// Each open upload has an open file. Another one is served, but cannot be resumed.
  private let maximumOpenCount = 100
  private let folder = "/uploads/"

  init(_ base: Base, patience: Duration) {
    self.base = base
    self.patience = patience
  }

  /// Ends the uploads without a connection when the server stops.
  func run() async throws {
    try await gracefulShutdown()
    patience = .zero
    for upload in uploads.values { await upload.shutDown() }
  }

  /// Returns the response to a request, which may be that of an upload.
  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let version = request.headers[.uploadVersion] ?? ""
    let speaksDraft = ["5", "6", "8"].contains(version)
    var response: Response
    if speaksDraft, request.uri.path.hasPrefix(folder) {
      response = try await proceed(request, context)
    } else if speaksDraft, request.headers[.uploadComplete] != nil, openCount < maximumOpenCount {
      response = try await create(request, context)
    } else {
      try await sendContinue(request, context)
      return try await base.respond(to: request, context: context)
    }
    response.headers[.uploadVersion] = version
    return response
  }

  private func create(_ request: Request, _ context: ConnectionContext) async throws -> Response {
    let url = folder + (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }.joined()
    let upload = Upload(request.head, patience: patience) { [base] in
      try await base.respond(to: $0, context: context)
    }
    uploads[url] = upload
    openCount += 1
    Task {
      _ = await upload.response.result
      openCount -= 1
      // A client whose connection broke before the response learns that its bytes have arrived.
      try? await Task.sleep(for: patience)
      uploads[url] = nil
    }
    var head = HTTPResponse(status: .init(code: 104, reasonPhrase: "Upload Resumption Supported"))
    head.headerFields[.uploadVersion] = request.headers[.uploadVersion]
    head.headerFields[.location] = url
    try await context.channel.writeAndFlush(HTTPResponsePart.head(head))
    return try await append(request, to: upload, at: 0, context)
  }

  private func proceed(_ request: Request, _ context: ConnectionContext) async throws -> Response {
    guard let upload = uploads[request.uri.path] else { return Response(status: .notFound) }
    switch request.method {
    case .head:
      await upload.detach()
      return await Response(status: .noContent, headers: [.cacheControl: "no-store"], of: upload)
    case .patch:
      guard let offset = request.headers[.uploadOffset].flatMap({ Int64($0) }) else {
        return Response(status: .badRequest)
      }
      return try await append(request, to: upload, at: offset, context)
    case .delete:
      await upload.detach()
      await upload.shutDown()
      return Response(status: .noContent)
    default: return Response(status: .methodNotAllowed)
    }
  }

  private func append(
    _ request: Request, to upload: Upload, at offset: Int64, _ context: ConnectionContext
  ) async throws -> Response {
    try await sendContinue(request, context)
    do {
      let response = try await upload.receive(
        request.body, at: offset, byteCount: request.headers[.contentLength].flatMap { Int64($0) },
        isLast: request.headers[.uploadComplete] != "?0")
      var result = await Response(status: .created, of: upload)
      if let response {
        result = response
        result.headers[.uploadComplete] = await upload.isComplete ? "?1" : "?0"
        if await !upload.isComplete { result.headers[.connection] = "close" }
      }
      return result
    } catch Upload.Fault.conflict {
      return await Response(status: .conflict, of: upload)
    }
  }

  /// Sends 100 at once, for which clients wait up to a second before they send a body.
  private func sendContinue(_ request: Request, _ context: ConnectionContext) async throws {
    guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
    try await context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
  }
}

/// The context of a request, with its connection.
struct ConnectionContext: RequestContext, Sendable {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

extension Response {
  /// Creates a response with the state of an upload.
  fileprivate init(status: HTTPResponse.Status, headers: HTTPFields = [:], of upload: Upload) async {
    self.init(status: status, headers: headers)
    self.headers[.uploadOffset] = String(await upload.offset)
    self.headers[.uploadComplete] = await upload.isComplete ? "?1" : "?0"
  }
}

extension HTTPField.Name {
  fileprivate static let uploadVersion = Self("Upload-Draft-Interop-Version")!
  fileprivate static let uploadComplete = Self("Upload-Complete")!
  fileprivate static let uploadOffset = Self("Upload-Offset")!
}
