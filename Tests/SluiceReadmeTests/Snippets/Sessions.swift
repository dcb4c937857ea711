// The snippets of "Sessions", formatted as in the README.
// swift-format-ignore-file

import Logging
import Sluice

private struct Tokens {
  func fresh(insteadOf rejected: Credential?) async throws -> String { "" }
}

private struct Queue {
  func async(execute work: @escaping @Sendable () -> Void) {}
}

private struct ProgressBar {
  func show(_ progress: TransferProgress) {}
}

private func now() -> String { "" }

private func configuration(password: String, tokens: Tokens, newUser: User) async throws {
  // README
  var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  configuration.credentials = .fixed(.password(user: "ada", password: password))   // Digest or Basic, as the server asks
  configuration.credentials = CredentialProvider { challenge in                    // called once for all waiting requests
    .bearer(try await tokens.fresh(insteadOf: challenge.rejected))
  }
  configuration.retries = .standard                       // idempotent methods; backs off with jitter, heeds Retry-After
  configuration.retries.maximumNetworkWait = .seconds(60)  // without a route, waits for one instead
  configuration.retries.decide = { $0.response?.status == .conflict ? .retry(after: .seconds(1)) : .standard }
  configuration.maximumTotalSendRate = 1_000_000          // bytes per second, shared by all transfers; also to receive
  configuration.redirects.decide = { redirect, next in next.authority == "api.example.com" ? .follow : .refuse }
  configuration.trust.authorities = .systemAnd(.file("company.pem"))    // and pins, a client certificate, TLS 1.3
  configuration.cookies = .file("cookies.txt")            // written when they change, before a response is returned
  configuration.adaptors = [{ request in request.head.headerFields[.date] = now() }]
  configuration.monitors = [LogMonitor(Logger(label: "api"))]           // or a custom EventMonitor
  let session = Session(configuration)

  let user: User = try await session.get("users/1")                     // with the default decoder, JSON
  let made: User = try await session.post("users", newUser)
  try await session.delete("users/1")
  // end
  _ = (user, made)
}

private func options(session: Session, order: Order) async throws {
  // README
  var request = try session.request(.post, "orders", order, as: .json)
  request.options.timeout = .seconds(5)          // also idleTimeout, redirects, maximumBodyByteCount, priority
  request.options.retries = .standard
  request.options.retries?.methods = nil         // POST, too: this server recognizes a repetition
  let receipt = try await session.send(request, decoding: .json(Receipt.self))
  // end
  _ = receipt
}

private func hold(session: Session, request: Request, bar: ProgressBar) async throws {
  // README
  let transfer = session.transfer(request, decoding: .json(Receipt.self), label: "holiday.mov")
  transfer.start()
  transfer.suspend()                  // no bytes move, and no time limit runs
  transfer.priority = .high
  transfer.resume()
  for await progress in transfer.progressUpdates { bar.show(progress) }
  let receipt = try await transfer.value
  print(transfer.state, session.transfers.count)
  // end
  _ = receipt
}

private func complete(
  transfer: Transfer<Receipt>, queue: Queue, show: @escaping @Sendable (Any) -> Void
) {
  // README
  transfer.start(on: { queue.async(execute: $0) }) { result in
    switch result {
    case .success(let receipt): show(receipt)
    case .failure(let error): show(error)
    }
  }
  // end
}

private func batch(session: Session, requests: [Request]) async throws {
  // README
  let transfers = requests.lazy.map { session.transfer($0, decoding: .json(User.self)) }
  for try await member in session.batch(transfers, atMost: 8) {
    print(member.index, member.result)
  }
  let users = try await session.batch(requests, decoding: .json(User.self), atMost: 8).values()   // in order
  // end
  _ = users
}

private func download(session: Session, bar: ProgressBar) async throws {
  // README
  var options = DownloadOptions()
  options.resumes = true
  let file = try await session.download("videos/1", to: .file("/data/holiday.mov"), options: options) { bar.show($0) }
  print(file.byteCount, file.resumedByteCount)
  // end
}

private func resume(session: Session, form: MultipartForm, video: FileSource) async throws {
  // README
  let receipt: Receipt = try await session.upload(form, to: "videos", resumable: .standard(record: "holiday.upload"))
  try await session.upload(video, to: "files/", resumable: .tus(record: "holiday.upload"))       // tus 1.0.0
  // end
  _ = receipt
}

private func uploadParts(session: Session, video: FileSource, api: some SigningServer) async throws {
  // README
  let id = try await api.uploadID(of: "holiday.mov")            // CreateMultipartUpload, once for each record
  try await session.uploadParts(of: video, atMost: 4, record: "holiday.parts", uploadID: id) { part in
    try session.request(.put, await api.signPart(part.number, of: id))        // UploadPart
  } completing: { parts in
    let url = try await api.signCompletion(of: id)                            // CompleteMultipartUpload
    let result = try await session.post(url, parts, as: .completeMultipartUpload, decoding: .text())
    if result.contains("<Error>") { throw StoreError(description: result) }   // possible with the status 200
  }
  // end
}

/// Creates and signs requests to a store.
private protocol SigningServer: Sendable {
  func uploadID(of name: String) async throws -> String
  func signPart(_ number: Int, of id: String) async throws -> String
  func signCompletion(of id: String) async throws -> String
}

private struct StoreError: Error {
  let description: String
}
