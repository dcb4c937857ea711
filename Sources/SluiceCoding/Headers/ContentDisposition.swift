/// The value of a `Content-Disposition` field, such as `attachment; filename="a.txt"`.
///
/// It is read strictly, in time linear in the text: what is malformed is a ``HeaderError``, never half a value.
public struct ContentDisposition: Sendable, Hashable {
  /// By which rules a value is read. They differ in what a file name's characters stand for.
  public enum Profile: Sendable {
    /// RFC 6266, for responses and for parts outside of forms: a backslash in a quoted string stands before the
    /// character that is meant, percent signs are literal, and `filename*` (RFC 8187) comes before `filename`.
    case http
    /// RFC 7578 and the HTML standard, for parts of `multipart/form-data`: in `name` and `filename` `%22`, `%0D` and
    /// `%0A` stand for `"`, CR and LF; all else is literal, backslashes too. `filename*` counts for nothing.
    case formData
    /// As `formData`, but `\"` is a quote where the value would not end there, as Go, older releases of curl and
    /// some Java clients write it.
    case formDataWithEscapedQuotes
  }

  /// The first word, such as `attachment` or `form-data`, in lower case.
  public let type: String

  /// The parameters in their order, names in lower case, no two alike. The value of a `filename*` is as it was written.
  public let parameters: [HeaderParameter]

  /// The file's name as its sender says it. It may hold slashes and worse: see that no path is made of it.
  public let fileName: String?

  /// Reads a field's value, `.http` by default.
  ///
  /// With `.http`, a `filename*` in another charset than UTF-8 and ISO 8859-1, or not of RFC 8187's form, is passed
  /// over.
  ///
  /// - Throws: ``HeaderError/Code/missingType``, ``HeaderError/Code/malformedParameter``,
  ///   ``HeaderError/Code/repeatedParameter``; ``HeaderError/Code/invalidFileName`` for a `filename*` that stands for
  ///   what is not UTF-8, or for a NUL, CR or LF.
  public init(_ text: some StringProtocol, as profile: Profile = .http) throws(HeaderError) {
    let bytes = Array(text.utf8)
    var list = HeaderParameterList(bytes, as: profile)
    type = try list.takeToken(orElse: .missingType).lowercased()

    var parameters: [HeaderParameter] = []
    var names: Set<String> = []
    var extended: String?
    while let (parameter, offset) = try list.next() {
      guard names.insert(parameter.name).inserted else {
        throw HeaderError(code: .repeatedParameter, byteOffset: offset)
      }
      parameters.append(parameter)
      if profile == .http, parameter.name == "filename*" {
        extended = try ExtendedValue(parameter.value)?.fileName(at: offset)
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

  /// The form field's name.
  public var name: String? { self["name"] }
}
