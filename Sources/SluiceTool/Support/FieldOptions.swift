internal import ArgumentParser
internal import Sluice

/// The options for the fields of a request.
struct FieldOptions: ParsableArguments {
  @Option(
    name: [.customShort("H"), .customLong("header")],
    help: ArgumentHelp("A header field to send; can be repeated.", valueName: "name: value"))
  var header: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Credentials for HTTP Basic.", valueName: "user:password"))
  var user: String?

  @Option(help: ArgumentHelp("A token, sent as Authorization: Bearer.", valueName: "token"))
  var bearer: String?

  func validate() throws {
    if user != nil, bearer != nil { throw ValidationError("-u and --bearer cannot be combined") }
    if let user, !user.utf8.contains(UInt8(ascii: ":")) { throw ValidationError("-u takes USER:PASSWORD") }
  }

  /// Returns the header fields to send. Errors do not contain values, which may be secrets.
  func fields() throws(Failure) -> HTTPFields {
    var fields = HTTPFields()
    for text in header { fields.append(try Self.field(text)) }
    if let bearer {
      guard HTTPField.isValidValue(bearer) else {
        throw Failure(.usage, "header", "the token has characters that no header may have")
      }
      fields[.authorization] = .bearer(bearer)
    }
    if let user {
      let (name, password) = Self.parted(user)
      fields[.authorization] = .basic(user: name, password: password ?? "")
    }
    return fields
  }

  private static func field(_ text: String) throws(Failure) -> HTTPField {
    guard case (let text, let value?) = parted(text) else {
      throw Failure(.usage, "header", "-H takes 'Name: value', with a colon")
    }
    guard let name = HTTPField.Name(text) else {
      throw Failure(.usage, "header", "'\(text)' is not a valid header name")
    }
    let trimmed = String(value.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    guard HTTPField.isValidValue(trimmed) else {
      throw Failure(.usage, "header", "the value of '\(text)' has characters that no header may have")
    }
    return HTTPField(name: name, value: trimmed)
  }

  /// Splits a text at the first colon, even if a combining mark follows it. Without a colon, the second part is `nil`.
  private static func parted(_ text: String) -> (String, String?) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    return (String(Substring(parts[0])), parts.count == 2 ? String(Substring(parts[1])) : nil)
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
}
