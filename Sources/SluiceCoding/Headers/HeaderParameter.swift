/// One `name=value` of a header field, such as the `charset=utf-8` of a `Content-Type`.
public struct HeaderParameter: Sendable, Hashable {
  /// The name, in lower case.
  public let name: String

  /// The value itself, without the quotes and backslashes that it may be written with.
  public let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension HeaderParameter: CustomStringConvertible {
  /// `name=value`, the value in quotes where it is empty or no token (RFC 9110 §5.6.6).
  public var description: String {
    value.utf8.isHTTPToken ? "\(name)=\(value)" : "\(name)=\(value.httpQuoted)"
  }
}

extension String {
  /// The text as an HTTP quoted string, each `"` and `\` in it after a `\`.
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
