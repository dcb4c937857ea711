internal import ArgumentParser
package import Sluice

/// The options for the fields of a request.
package struct FieldOptions: ParsableArguments {
  @Option(
    name: [.customShort("H"), .customLong("header")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header field to send; can be repeated.", valueName: "name: value"))
  var header: [String] = []

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Credentials for HTTP Basic. Without a password, the terminal asks for it; @file is the first line of a file.",
      valueName: "user[:password]|@file"))
  var user: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A token, sent as Authorization: Bearer; @file is the first line of a file.", valueName: "token|@file"))
  var bearer: String?

  @Flag(help: "Prove the password of -u with HTTP Digest, after the server has asked for it.") var digest =
    false

  @Option(
    name: [.customShort("b"), .customLong("cookie")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Cookies to send, or the file of cookies to read, which is not written; can be repeated.",
      valueName: "name=value|file"))
  var cookie: [String] = []

  /// The files of cookies. Anything with an equals sign is a cookie, as with curl.
  private var cookieFiles: [String] { cookie.filter { !$0.utf8.contains(UInt8(ascii: "=")) } }
  /// The file of cookies to read, or `nil`.
  package var cookieFile: String? { cookieFiles.first }

  private var secretUser: SecretOption? { user.map { SecretOption(name: "-u", text: $0) } }
  private var secretToken: SecretOption? { bearer.map { SecretOption(name: "--bearer", text: $0) } }

  /// The paths of the files with secrets, apart from that of cookies.
  package var inputs: [String?] { [secretUser?.path, secretToken?.path] }

  /// The names of the given options, most of which hold secrets.
  package var givenNames: [String] {
    let options = [
      ("-H", !header.isEmpty), ("-u", user != nil), ("--bearer", bearer != nil), ("--digest", digest),
      ("-b", !cookie.isEmpty),
    ]
    return options.filter(\.1).map(\.0)
  }

  package init() {}

  package func validate() throws {
    if user != nil, bearer != nil { throw ValidationError("-u and --bearer cannot be combined") }
    if cookieFiles.count > 1 { throw ValidationError("-b takes a single file of cookies") }
    if digest, user == nil { throw ValidationError("--digest needs -u") }
    for option in [secretUser, secretToken] {
      do { try option?.validate() } catch { throw ValidationError(error.message) }
    }
  }

  /// Returns the header fields to send. Errors do not contain values, which may be secrets.
  ///
  /// Reads files, and may ask for a password.
  package func fields() throws -> HTTPFields {
    var fields = HTTPFields()
    for text in header { fields.append(try Self.field(text)) }
    let cookies = cookie.filter { $0.utf8.contains(UInt8(ascii: "=")) }
    if !cookies.isEmpty {
      let value = cookies.joined(separator: "; ")
      guard HTTPField.isValidValue(value) else {
        throw Failure(.usage, "header", "the value of -b has characters that are not allowed in a header")
      }
      // The subscript would divide it into a field for each cookie.
      fields.append(HTTPField(name: .cookie, value: value))
    }
    if let token = try secretToken?.value() {
      guard HTTPField.isValidValue(token) else {
        throw Failure(.usage, "header", "the token has characters that are not allowed in a header")
      }
      fields[.authorization] = AuthorizationField.bearer(token)
    }
    if !digest, let (name, password) = try userAndPassword() {
      fields[.authorization] = AuthorizationField.basic(user: name, password: password)
    }
    return fields
  }

  /// Returns the credentials that answer a challenge, if `--digest` is given: a password that is never sent as it is.
  package func digestCredentials() throws -> CredentialProvider? {
    guard digest, let (name, password) = try userAndPassword() else { return nil }
    return .fixed(.digest(user: name, password: password))
  }

  private func userAndPassword() throws -> (user: String, password: String)? {
    guard let secretUser else { return nil }
    let (name, password) = Self.parted(try secretUser.value())
    // A line without a colon may be the secret itself, which the question would show.
    if password == nil, secretUser.isFile {
      throw Failure(.dataRefused, "secret", "the first line of the file for -u is not USER:PASSWORD")
    }
    return (name, try password ?? SecretOption.password(of: name))
  }

  private static func field(_ text: String) throws(Failure) -> HTTPField {
    let line = text.utf8.span
    guard let field = HeaderLine(line) else {
      throw Failure(.usage, "header", "-H takes 'Name: value', with a colon")
    }
    let text = String(repairing: line.extracting(field.name))
    guard let name = HTTPField.Name(text) else {
      throw Failure(.usage, "header", "'\(text)' is not a valid header name")
    }
    let value = String(repairing: line.extracting(field.value))
    guard HTTPField.isValidValue(value) else {
      throw Failure(
        .usage, "header", "the value of '\(text)' has characters that are not allowed in a header")
    }
    return HTTPField(name: name, value: value)
  }

  /// Splits a text at the first colon, even if a combining mark follows it. Without a colon, the second part is `nil`.
  private static func parted(_ text: String) -> (String, String?) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    return (String(Substring(parts[0])), parts.count == 2 ? String(Substring(parts[1])) : nil)
  }
}
