internal import ArgumentParser
internal import Sluice

/// The options that specify the parts of a form, in any number and order.
struct FormOptions: ParsableArguments {
  @Option(
    name: .customShort("F"),
    help: ArgumentHelp(
      """
      A part: name=value, name=@path (a file) or name=<path (a file as a field), then optionally ;type=T ;filename=F \
      ;headers="Name: value" ;headers=@path ;encoder=base64|quoted-printable|8bit|7bit|binary.
      """,
      valueName: "spec"))
  private var form: [String] = []

  @Option(help: ArgumentHelp("A field whose value is used literally.", valueName: "name=value"))
  private var formString: String?

  /// Whether there is a part.
  var isGiven: Bool { !form.isEmpty || formString != nil }

  /// Returns the specifications of the parts in the order of the command line. Its arguments must have been passed to
  /// ``joining(_:)``.
  ///
  /// - Throws: ``Failure`` for a malformed part, or if more than one part is read from standard input.
  func specs() throws -> [FormSpec] {
    var specs: [FormSpec] = []
    for joined in form {
      // An argument without a separator was not joined, because it followed other letters (`-vF`). Its place among the
      // parts is unknown.
      guard joined.unicodeScalars.first == Self.separator else {
        throw Failure(.usage, "form", "-F cannot follow other letters, as in -vF")
      }
      for argument in joined.unicodeScalars.split(separator: Self.separator) {
        let text = String(argument.dropFirst())
        specs.append(argument.first == Self.literal ? try FormSpec(literal: text) : try FormSpec(text))
      }
    }
    guard specs.count(where: \.readsStandardInput) <= 1 else {
      throw Failure(.usage, "form", "standard input can be read only once, for one part")
    }
    return specs
  }

  // MARK: Many arguments as one

  private static let separator: Unicode.Scalar = "\0"
  private static let spec: Unicode.Scalar = "F"
  private static let literal: Unicode.Scalar = "S"
  private static let kinds = ["-F": spec, "--form-string": literal]
  private static let commands = [["upload"], ["multipart", "encode"]]

  /// Returns the arguments with all `-F` and `--form-string` options joined in order into one `-F` option at the end.
  ///
  /// Otherwise, the argument parser would need quadratic time in their number, and would not preserve the order between
  /// the two options. The arguments of commands without parts are returned unchanged.
  static func joining(_ arguments: [String]) -> [String] {
    guard commands.contains(where: { arguments.starts(with: $0) }) else { return arguments }
    var joined = ""
    var rest: [String] = []
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      let argument = arguments[index]
      index += 1
      if let kind = kinds[argument] {
        // An option without a value remains, so that the argument parser reports it.
        guard index < arguments.count else { return rest + [argument] }
        joined += "\(separator)\(kind)\(arguments[index])"
        index += 1
      } else if let (kind, value) = attached(argument) {
        joined += "\(separator)\(kind)\(value)"
      } else {
        rest.append(argument)
      }
    }
    return rest + (joined.isEmpty ? [] : ["-F", joined]) + arguments[index...]
  }

  /// Parses an argument of the form `-Fvalue` or `--form-string=value`.
  private static func attached(_ argument: String) -> (kind: Unicode.Scalar, value: Substring)? {
    for (prefix, kind) in [("-F", spec), ("--form-string=", literal)]
    where argument.utf8.starts(with: prefix.utf8) {
      return (kind, Substring(argument.utf8.dropFirst(prefix.utf8.count)))
    }
    return nil
  }
}
