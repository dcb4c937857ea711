// The snippets of "Handling errors", formatted as there.
// swift-format-ignore-file

import Sluice

private func show(_ text: String) {}

private func request(session: Session) async throws {
  // Article
  do {
    let user = try await session.get("users/1", decoding: .json(User.self).decoding(failure: APIError.self))
    show(user.name)
  } catch let error as any SluiceError {
    switch error.code {
    case .unacceptableStatus where error.status == .notFound: show("no such user")
    case .unknownHost, .connectionFailed, .connectionLost: show("the server cannot be reached")
    case .timedOut: show("the server takes too long")
    case .untrusted, .tlsFailed: show("the connection is not secure")
    default: show(error.message)
    }
  }
  // end
}

private func more(session: Session, form: MultipartForm) async throws {
  // Article
  do {
    try await session.upload(form, to: "videos")
  } catch let error as ResponseError {
    show((error.underlying as? APIError)?.message ?? error.reason)    // what the server says
  } catch let error as SessionError where error.code == .bodyFailed {
    show("the file cannot be sent: \(error.underlying.map { "\($0)" } ?? "")")
  }
  // end
}

private
// Article
func log(_ error: any Error) {
  if let error = error as? ResponseError {
    print(error.code, error.method?.rawValue ?? "", error.url ?? "", error.reason)    // without the body
  } else {
    print(error)
  }
}
// end
