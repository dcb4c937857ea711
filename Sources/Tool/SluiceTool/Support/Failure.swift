internal import Glibc
internal import Sluice
internal import SluiceLoopback
internal import SluiceOutbox
internal import SluiceSupport

/// The failure of a command: a line on standard error and an exit code, as the command-line contract specifies.
package struct Failure: Error {
  /// An exit code.
  package enum Status: Int32 {
    case usage = 64
    case dataRefused = 65
    case inputMissing = 66
    case unreachable = 69
    case bug = 70
    case inputOutput = 74
    case timedOut = 75
    case protocolBroken = 76
    case notAllowed = 77
    case responseRefused = 78
  }

  let status: Status
  let code: String
  let message: String
  /// Whether output has no reader, as in `sluice gunzip | head`.
  var isBrokenPipe = false
  /// The descriptor that the failure is reported on, or `nil` for none: standard error may be a file that must not be
  /// written to.
  var reportDescriptor: CInt? = STDERR_FILENO

  package init(_ status: Status, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as BodyError:
      self.init(error.status, "\(error.code)", error.message)
      isBrokenPipe = error.systemErrorNumber == EPIPE
    // An error with a byte offset is in the input; any other is in the arguments.
    case let error as MultipartError:
      self.init(error.byteOffset == nil ? .usage : .dataRefused, "\(error.code)", error.message)
    case let error as HeaderError: self.init(.dataRefused, "\(error.code)", error.message)
    // The line for an error in data has to end with the position, so it leaves out the URL and the body.
    case let error as ResponseError where error.code == .decodingFailed:
      self.init(.dataRefused, "\(error.code)", error.reason)
    case let error as ResponseError: self.init(.responseRefused, "\(error.code)", error.message)
    case let error as SessionError where error.code == .bodyFailed:
      guard let underlying = error.underlying else { fallthrough }
      let failure = Failure(underlying)
      let isOwnMessage = error.message != "\(underlying)"
      self.init(failure.status, failure.code, isOwnMessage ? error.messageWithPlace : failure.message)
    case let error as SessionError:
      self.init(error.status, "\(error.code)", error.messageWithPlace)
    case let error as JSON.SyntaxError: self.init(.dataRefused, "invalid-json", error.message)
    case let error as StreamError:
      // A malformed record is malformed JSON.
      if error.code == .undecodableRecord, let syntax = error.underlying as? JSON.SyntaxError {
        self.init(syntax)
      } else {
        self.init(.dataRefused, "\(error.code)", error.message)
      }
    case let error as OutboxError: self.init(error)
    case let error as LoopbackError:
      self.init(.inputOutput, "\(error.code)", "the server of the demo: \(error.message)")
    case let error as TextError: self.init(.dataRefused, "\(error.code)", error.message)
    case let error as PropertyList.Error:
      self.init(.dataRefused, "invalid-plist", "\(error.code): \(error.message)")
    case let error as GzipError:
      self.init(error.code == .outOfMemory ? .inputOutput : .dataRefused, "\(error.code)", error.message)
    case let error as Query.Error: self.init(.dataRefused, "invalid-query", error.message)
    // The body of a stored request.
    case EncodingError.invalidValue(_, let context) where context.underlyingError is BodyError:
      self.init(context.underlyingError ?? error)
    case EncodingError.invalidValue(_, let context):
      self.init(.dataRefused, "unencodable", context.debugDescription + Self.place(context.codingPath))
    case let error as DecodingError: self.init(error)
    case is CancellationError: self.init(.bug, "cancelled", "cancelled")
    default: self.init(.bug, "unexpected", "\(error)")
    }
  }

  /// Creates the failure for an output. A folder at its path is not an error of an input.
  init(ofOutput error: any Error) {
    self.init(error)
    if code == "\(ErrorCode.fileIsDirectory)" { self.init(.inputOutput, code, message) }
  }

  /// Creates the failure for a decoding error. The underlying error of malformed data has the position.
  private init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      if let underlying = context.underlyingError {
        self.init(underlying)
      } else {
        self.init(.dataRefused, "undecodable", context.debugDescription + Self.place(context.codingPath))
      }
    @unknown default: self.init(.dataRefused, "undecodable", "\(error)")
    }
  }

  /// Returns a coding path as the end of a message; empty for an empty path.
  private static func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : " at " + path.map(\.stringValue).joined(separator: ".")
  }

  /// The failure in one line, without control characters and without the passwords of URLs: any argument may be one
  /// that was meant for another place.
  var line: String {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "error: \(code): \(Self.hidingUsers(line))".escapingControls
  }

  /// Returns a text in which the users and passwords of URLs are replaced: `http://(hidden)@host/`.
  private static func hidingUsers(_ text: String) -> String {
    let pieces = text.split(separator: "://", omittingEmptySubsequences: false)
    let rest = pieces.dropFirst().map { piece in
      let authority = piece.prefix { !"/?#' ".contains($0) }
      return authority.lastIndex(of: "@").map { "(hidden)\(piece[$0...])" } ?? String(piece)
    }
    return ([String(pieces[0])] + rest).joined(separator: "://")
  }

  /// Prints the failure, usually on standard error, unless output has no reader: another program has read what it
  /// needs.
  func report() {
    if !isBrokenPipe, let reportDescriptor { printError(line, on: reportDescriptor) }
  }
}

extension Failure {
  fileprivate init(_ error: OutboxError) {
    switch error.code {
    case .unsupportedRequest:
      // The reason is the same as if the request was sent at once.
      if let underlying = error.underlying,
        underlying is BodyError || underlying is SessionError || underlying is MultipartError
      {
        self.init(underlying)
      } else {
        self.init(.dataRefused, "\(error.code)", error.message)
      }
    case .entryMissing: self.init(.inputMissing, "\(error.code)", error.message)
    case .entryInUse: self.init(.inputOutput, "\(error.code)", error.message)
    default: self.init(.dataRefused, "\(error.code)", error.message)
    }
  }
}

extension BodyError {
  fileprivate var status: Failure.Status {
    switch code {
    case .fileMissing, .fileIsDirectory, .fileUnreadable, .fileGrew, .fileShrank, .fileVanished,
      .rangeOutOfBounds, .readFailed, .changed:
      .inputMissing
    case .writeFailed, .fileExists, .folderNotEmpty, .fileInUse, .fileReplaced: .inputOutput
    case .notReplayable, .noIdentity: .notAllowed
    default: .dataRefused
    }
  }
}

extension SessionError {
  fileprivate var status: Failure.Status {
    switch code {
    // The body of a method that has none.
    case .invalidURL, .invalidConfiguration, .bodyFailed: .usage
    case .unknownHost, .connectionFailed, .unsupportedLibrary: .unreachable
    case .connectionLost, .invalidResponse, .earlyResponse, .unsupportedCoding, .tlsFailed, .offsetMismatch:
      .protocolBroken
    case .timedOut: .timedOut
    case .proxyRefused where proxyStatus.map { $0 >= 500 } ?? false: .unreachable
    case .untrusted, .redirectRefused, .tooManyRedirects, .proxyRefused, .credentialsFailed: .notAllowed
    case .bodyTooLarge, .sizeMismatch, .digestMismatch, .uploadTooLarge, .invalidRecord: .dataRefused
    case .outOfResources: .inputOutput
    default: .bug
    }
  }
}
