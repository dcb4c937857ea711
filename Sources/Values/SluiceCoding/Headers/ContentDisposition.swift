/// The value of a `Content-Disposition` field, such as `attachment; filename="a.txt"`.
///
/// ```swift
/// let disposition = try ContentDisposition(parsing: "attachment; filename=\"a.txt\"")
/// disposition.fileName    // a.txt
/// ```
///
/// Parsing is strict: a malformed value is a ``HeaderError``, and no part of it is used.
public struct ContentDisposition: Sendable, Hashable {
  /// The rules by which a value is parsed. They differ in the meaning of the characters of a file name.
  package enum Profile: Sendable {
    /// RFC 6266, for responses and for parts outside of forms.
    ///
    /// A backslash in a quoted string escapes the next character, percent signs are literal, and `filename*` (RFC
    /// 8187) takes precedence over `filename`.
    case http
    /// RFC 7578 and the HTML standard, for parts of `multipart/form-data`.
    ///
    /// In `name` and `filename`, `%22`, `%0D` and `%0A` stand for `"`, CR and LF, as browsers write them. In any
    /// quoted string, `\"` stands for `"`, as Go, older releases of curl and some Java clients write it. Any other
    /// backslash is literal, and so are both of `\\`. `filename*` is ignored.
    ///
    /// Browsers do not escape backslashes, so a name may also end in one: `name="a\"`. If the value is malformed by
    /// the rules above, it is read with all backslashes as literal.
    case formData
  }

  /// The first word, such as `attachment` or `form-data`, in lower case.
  public let type: String

  /// The parameters in order, with names in lower case, each name once. The value of `filename*` is as written.
  public let parameters: [HeaderParameter]

  /// The file name that the sender specified, or `nil` if there is none.
  ///
  /// The name may contain slashes and other dangerous characters. Do not use it in a path without checking it.
  public let fileName: String?

  /// Parses the value of a field by the rules of RFC 6266.
  ///
  /// A backslash in a quoted string escapes the next character, and percent signs are literal. `filename*` (RFC 8187)
  /// takes precedence over `filename`, and is ignored if its charset is not UTF-8 or ISO 8859-1, or if it does not have
  /// the form of the RFC. The charset may be written as `utf8`, without the hyphen, as by some servers.
  ///
  /// - Parameter text: The value.
  /// - Throws: ``HeaderError`` with the code ``ErrorCode/missingType``,
  ///   ``ErrorCode/malformedParameter`` or ``ErrorCode/repeatedParameter``, or
  ///   ``ErrorCode/invalidFileName`` for a `filename*` that is not UTF-8 or contains a NUL, CR or LF.
  /// - Complexity: O(*n*) in the length of the text.
  public init(parsing text: some StringProtocol) throws(HeaderError) {
    try self.init(parsing: text, as: .http)
  }

  /// Parses the value of a field by the rules of a profile.
  package init(parsing text: some StringProtocol, as profile: Profile) throws(HeaderError) {
    try self.init(parsing: Array(text.utf8), as: profile)
  }

  /// Parses the bytes of a field, as ``init(parsing:as:)-(StringProtocol,_)`` does. A parameter that is not UTF-8 is
  /// read as windows-1252.
  package init(parsing bytes: [UInt8], as profile: Profile) throws(HeaderError) {
    do throws(HeaderError) {
      try self.init(bytes, as: profile, backslashes: profile == .http ? .escape : .escapeQuotes)
    } catch {
      guard profile == .formData, error.code == .malformedParameter,
        let literal = try? Self(bytes, as: profile, backslashes: .literal)
      else { throw error }
      self = literal
    }
  }

  private init(
    _ bytes: [UInt8], as profile: Profile, backslashes: HeaderParameterList.Backslashes
  ) throws(HeaderError) {
    var list = HeaderParameterList(bytes, as: profile, backslashes: backslashes)
    type = try list.readName(orElse: .missingType)

    var parameters: [HeaderParameter] = []
    var names = DistinctNames()
    var extended: String?
    while let (parameter, offset) = try list.next() {
      guard names.insert(parameter.name, after: parameters) else {
        throw HeaderError(code: .repeatedParameter, byteOffset: offset)
      }
      parameters.append(parameter)
      if profile == .http, parameter.name == "filename*" {
        if let value = ExtendedValue(parameter.value) {
          guard let text = value.text else { throw HeaderError(code: .invalidFileName, byteOffset: offset) }
          extended = text
        }
      }
    }
    self.parameters = parameters
    fileName = extended ?? parameters.first { $0.name == "filename" }?.value
  }

  /// The value of the parameter with this name in any case, or `nil` if there is none.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return parameters.first { $0.name == name }?.value
  }

  /// The value of the `name` parameter, which is the name of a form's field, or `nil` if there is none.
  public var name: String? { parameters.first { $0.name == "name" }?.value }
}

/// The names of parameters, each of which occurs once. The few of an ordinary value are compared one by one.
private struct DistinctNames {
  private static let maximumCompared = 8
  private var set: Set<String> = []

  /// Returns whether a name is new.
  mutating func insert(_ name: String, after parameters: [HeaderParameter]) -> Bool {
    if parameters.count < Self.maximumCompared { return !parameters.contains { $0.name == name } }
    if set.isEmpty { set = Set(parameters.map(\.name)) }
    return set.insert(name).inserted
  }
}

extension ContentDisposition: CustomStringConvertible {
  /// The value in the form of RFC 6266, such as `attachment; filename="a b.txt"`.
  ///
  /// A value of a response is equal to its description, parsed again. Values of forms may hold
  /// line breaks, which are written as `%0D` and `%0A`, so the text is always a single line.
  public var description: String {
    parameters.reduce(into: type) { text, parameter in
      text += "; "
      for scalar in parameter.description.unicodeScalars {
        switch scalar {
        case "\r": text += "%0D"
        case "\n": text += "%0A"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
