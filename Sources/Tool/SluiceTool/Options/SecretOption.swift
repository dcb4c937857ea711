internal import Synchronization

/// The value of an option that is a secret or, with `@` before a path, the first line of a file. The arguments of a
/// process are visible to all users of a machine.
///
/// A file is read once, and a password is asked for once, even if several requests of a command need them: a pipe
/// cannot be read again.
struct SecretOption {
  /// The option, for messages, which never contain the value.
  let name: String
  let text: String

  private static let known = Mutex<[String: String]>([:])

  var isFile: Bool { path != nil }

  /// The path of the file, or `nil` if the value is the secret.
  var path: String? {
    text.utf8.first == UInt8(ascii: "@") ? String(Substring(text.utf8.dropFirst())) : nil
  }

  /// Checks that the value has a path after `@`, which is not standard input under any of its names.
  ///
  /// - Throws: ``Failure`` with the code `usage`.
  func validate() throws(Failure) {
    guard let path, path.isEmpty || path == "-" || isStandardInput(path) else { return }
    throw Failure(
      .usage, "usage",
      "\(name) takes a file after @ (standard input may be a body; @/dev/fd/3 is another descriptor)")
  }

  /// Returns the secret.
  ///
  /// - Throws: ``Failure`` for a file that cannot be read, an empty first line, or a control character;
  ///   `CancellationError`.
  func value() throws -> String {
    guard let path else {
      return try Self.checked(text, Failure(.usage, "header", "the value of \(name) has a control character"))
    }
    return try Self.once(text) {
      let line = try Self.firstLine(of: path)
      let problem = Failure(
        .dataRefused, "secret", "\(path): the first line, for \(name), is not text without control characters"
      )
      guard let text = String(validating: line, as: UTF8.self), !text.isEmpty else { throw problem }
      return try Self.checked(text, problem)
    }
  }

  /// Returns the password of a user, which is asked for on the terminal.
  ///
  /// - Throws: ``Failure`` for a control character; the errors of the prompt.
  static func password(of user: String) throws -> String {
    // No path has a NUL.
    try once("\0\(user)") {
      let problem = Failure(.dataRefused, "secret", "the password has a control character")
      return try checked(PasswordPrompt.password(of: user), problem)
    }
  }

  private static func once(_ key: String, _ read: () throws -> String) throws -> String {
    try known.withLock { known in
      if let value = known[key] { return value }
      let value = try read()
      known[key] = value
      return value
    }
  }

  private static func checked(_ text: String, _ problem: Failure) throws(Failure) -> String {
    if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw problem }
    return text
  }

  /// The maximum number of bytes of a line.
  private static let maximumLineByteCount = 64 << 10

  private static func firstLine(of path: String) throws -> ArraySlice<UInt8> {
    let file = try InputFile(path)
    var bytes: [UInt8] = []
    var block: [UInt8] = []
    while !block.contains(UInt8(ascii: "\n")), try file.read(into: &block, upTo: 4096) {
      bytes += block
      if bytes.count > maximumLineByteCount {
        throw Failure(
          .dataRefused, "secret", "\(path): the first line has more than \(maximumLineByteCount) bytes")
      }
    }
    var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }
}
