internal import ArgumentParser
internal import Sluice

/// The options that a form is made of: any number of them, whose order counts.
struct FormOptions: ParsableArguments {
  @Option(
    name: .customShort("F"),
    help: ArgumentHelp(
      "A part: name=value, name=@path (a file) or name=<path (a file's content as a field), then ;type=T ;filename=F.",
      valueName: "spec"))
  private var form: [String] = []

  @Option(help: ArgumentHelp("A field whose value is taken as it is.", valueName: "name=value"))
  private var formString: String?

  /// The parts as they stand on the command line, whose arguments must have gone through ``joining(_:)``.
  func parts() throws(Failure) -> [MultipartForm.Part] {
    var parts: [MultipartForm.Part] = []
    for joined in form {
      // What has not gone through there stood behind other letters, and its place is forgotten.
      guard joined.unicodeScalars.first == Self.separator else {
        throw Failure(.usage, "form", "-F stands alone, not behind other letters")
      }
      for argument in joined.unicodeScalars.split(separator: Self.separator) {
        let text = String(argument.dropFirst())
        parts.append(
          argument.first == Self.literal ? try FormSpec(literal: text).part : try FormSpec(text).part)
      }
    }
    guard parts.count(where: { ($0.body as? FileSource)?.path == FormSpec.standardInput }) <= 1 else {
      throw Failure(.usage, "form", "standard input can be read once, so into one part")
    }
    return parts
  }

  // MARK: Many arguments as one

  private static let separator: Unicode.Scalar = "\0"
  private static let spec: Unicode.Scalar = "F"
  private static let literal: Unicode.Scalar = "S"
  private static let kinds = ["-F": spec, "--form-string": literal]

  /// The same arguments with all `-F` and `--form-string` as one `-F` at the end, in order: the argument parser would
  /// take time with the square of their number, and forget how the two were mixed.
  static func joining(_ arguments: [String]) -> [String] {
    var joined = ""
    var rest: [String] = []
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      let argument = arguments[index]
      index += 1
      if let kind = kinds[argument] {
        // Without a value it stays, for the parser to say so.
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

  /// Reads `-Fvalue` and `--form-string=value`.
  private static func attached(_ argument: String) -> (kind: Unicode.Scalar, value: Substring)? {
    for (prefix, kind) in [("-F", spec), ("--form-string=", literal)]
    where argument.utf8.starts(with: prefix.utf8) {
      return (kind, Substring(argument.utf8.dropFirst(prefix.utf8.count)))
    }
    return nil
  }
}
