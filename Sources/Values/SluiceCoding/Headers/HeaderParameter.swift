/// A parameter of a header field, such as the `charset=utf-8` of a `Content-Type`.
public struct HeaderParameter: Sendable, Hashable {
  /// The name, in lower case.
  public let name: String

  /// The value, without any quotes and backslashes with which it was written.
  public let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension HeaderParameter: CustomStringConvertible {
  /// The parameter as `name=value`, with the value in quotes if it is empty or not a token (RFC 9110 §5.6.6).
  public var description: String {
    value.utf8.isHTTPToken ? "\(name)=\(value)" : "\(name)=\(value.httpQuoted)"
  }
}

extension String {
  /// The text as an HTTP quoted string, with a `\` before each `"` and `\`.
  fileprivate var httpQuoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    quoted.append("\"")
    return quoted
  }
}
