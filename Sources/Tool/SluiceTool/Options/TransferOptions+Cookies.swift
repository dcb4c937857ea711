internal import Sluice
internal import Synchronization

extension TransferOptions {
  /// The file that cookies are written to, or `nil`.
  var writtenCookies: String? { cookieJar ?? cookieOutput }

  /// Sets the storage of cookies. Each command of a script is a part of the same session, as with curl, so cookies
  /// without a time of expiry are kept.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the session.
  ///   - input: The file of cookies that is read and not written, or `nil`.
  func setCookies(of configuration: inout Session.Configuration, reading input: String?) throws {
    if cookieJar != nil, input != nil {
      throw Failure(.usage, "usage", "--cookie-jar and a file of -b cannot be combined")
    }
    guard let output = writtenCookies else {
      if let input { try configuration.readCookies(of: input) }
      return
    }
    if let input, input != cookieOutput { try checkReadable(input) }
    configuration.cookies = .file(output, keepsSessionCookies: true)
    do {
      try configuration.cookies.checkOnThread()
      if cookieOutput != nil, input != output {
        // The session reads what it adds to.
        var cookies = Array("# Netscape HTTP Cookie File\n\n".utf8)
        if let input { cookies = try InputFile(input).readAll() }
        try configuration.cookies.replaceOnThread(with: cookies)
      }
    } catch let error as BodyError {
      throw Failure(.inputOutput, "cookie-jar", "the cookies cannot be saved: \(error)")
    }
  }
}

extension Session.Configuration {
  /// Sends the cookies of a file, which is not changed.
  package mutating func readCookies(of input: String) throws {
    try checkReadable(input)
    cookies = .file(try Self.regularFile(input), keepsSessionCookies: true)
    savesCookies = false
  }

  /// Returns the path of a regular file with the same cookies. The session reads no other, so a pipe is read here.
  private static func regularFile(_ input: String) throws -> String {
    if try FileStatus(ofFileAt: input).kind == .regular { return input }
    let bytes = try InputFile(input).readAll()
    let copy = try TemporaryFile(
      in: Session.Configuration().temporaryFolder._filePath, orElse: .noName)
    try copy.descriptor.write(bytes.span)
    copies.withLock { $0.append(copy) }
    return "/proc/self/fd/\(copy.descriptor.rawValue)"
  }

  /// The copies of pipes, which are open until the process ends.
  private static let copies = Mutex<[TemporaryFile]>([])
}
