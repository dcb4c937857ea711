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

  @Option(
    help: ArgumentHelp("A field whose value is used literally.", valueName: "name=value"))
  private var formString: String?

  /// Whether there is a part.
  var isGiven: Bool { !form.isEmpty || formString != nil }

  /// Returns the specifications of the parts in the order of the command line. Its arguments must have been passed to
  /// ``joining(_:for:)``.
  ///
  /// - Throws: ``Failure`` for a malformed part.
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
    return specs
  }

  private static let separator: Unicode.Scalar = "\0"
  private static let spec: Unicode.Scalar = "F"
  private static let literal: Unicode.Scalar = "S"
}

// MARK: - Arguments

extension FormOptions {
  private static let kinds = ["-F": spec, "--form-string": literal]
  private static let commands = [["upload"], ["multipart", "encode"]]

  /// Returns the arguments of the tool in a form that the argument parser can read.
  ///
  /// All `-F` and `--form-string` options are joined in order into one `-F` option after the name of the command.
  /// Otherwise, the parser would need quadratic time in their number, and would not preserve the order between the two
  /// options. If the value of another option looks like a part, or is refused by the parser, it is attached:
  /// `--boundary ----x` becomes `--boundary=----x`.
  static func joining(_ arguments: [String], for tool: any ParsableCommand.Type) -> [String] {
    let command = commands.first { arguments.starts(with: $0) }
    var joined = ""
    var rest: [String] = []
    var index = command?.count ?? 0
    while index < arguments.count, arguments[index] != "--" {
      let argument = arguments[index]
      index += 1
      let next = index < arguments.count ? arguments[index] : nil
      if command != nil, let kind = kinds[argument] {
        // An option without a value remains, so that the parser reports it.
        guard let next else { return (command ?? []) + rest + [argument] }
        joined += "\(separator)\(kind)\(next)"
        index += 1
      } else if command != nil, let (kind, value) = attached(argument) {
        joined += "\(separator)\(kind)\(value)"
      } else if let next, argument.hasPrefix("-"), next.hasPrefix("-"),
        argument.hasSuffix("=") || isMisread(next), tool.takesValue(argument, in: arguments)
      {
        // The parser ignores an equals sign at the end, and would use the next option as the value.
        guard !argument.hasSuffix("=") else { return (command ?? []) + rest + [argument] }
        rest.append("\(argument)=\(next)")
        index += 1
      } else {
        rest.append(argument)
      }
    }
    return (command ?? []) + (joined.isEmpty ? [] : ["-F", joined]) + rest + arguments[index...]
  }

  /// Parses an argument of the form `-Fvalue` or `--form-string=value`.
  private static func attached(_ argument: String) -> (kind: Unicode.Scalar, value: Substring)? {
    for (prefix, kind) in [("-F", spec), ("--form-string=", literal)]
    where argument.utf8.starts(with: prefix.utf8) {
      return (kind, Substring(argument.utf8.dropFirst(prefix.utf8.count)))
    }
    return nil
  }

  /// Returns whether the parser would not accept an argument as the value of the preceding option, or would get it as
  /// a part.
  private static func isMisread(_ argument: String) -> Bool {
    argument == "--" || argument.hasPrefix("---") || argument.hasPrefix("-=") || kinds[argument] != nil
      || attached(argument) != nil
  }
}

extension ParsableCommand {
  /// Returns whether the parser expects a value after an argument.
  fileprivate static func takesValue(_ argument: String, in arguments: [String]) -> Bool {
    do {
      _ = try parseAsRoot(arguments.prefix(2).prefix { !$0.hasPrefix("-") } + [argument])
      return false
    } catch {
      let name = argument.hasSuffix("=") ? argument.dropLast() : argument[...]
      return message(for: error).hasPrefix("Missing value for '\(name) ")
    }
  }
}
