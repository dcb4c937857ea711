/// The values of options. As with curl, they may begin with a hyphen.
///
/// The argument parser accepts such a value only after `=`.
enum OptionValues {
  /// The options whose value is a text. Other values are numbers or words of a list.
  private static let textOptions: Set = [
    "-H", "--header", "-X", "--request", "-o", "--output", "-u", "--user", "--bearer", "--boundary",
    "--cacert", "--cache",
    "--cert", "--content-type", "--cookie-jar", "--data", "--extract", "--form", "--html", "--json",
    "--junit",
    "--key", "--only", "--origin", "--partition", "--pin",
    "--order-key", "--plist",
    "--proxy", "--query", "--record", "--subtype", "--unix-socket",
    "--results", "--url", "--urls",
  ]

  /// Returns the arguments with each value of an option that begins with a hyphen joined to its option by `=`.
  ///
  /// For example, `--boundary ----x` becomes `--boundary=----x`. The values of `-F` and `--form-string` are left to
  /// ``FormOptions/joining(_:)``.
  static func attached(to arguments: [String]) -> [String] {
    var result: [String] = []
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      let option = arguments[index]
      index += 1
      guard index < arguments.count else {
        result.append(option)
        break
      }
      let value = arguments[index]
      if option == "-F" || option == "--form-string" {
        result += [option, value]
        index += 1
      } else if textOptions.contains(option), value.utf8.first == UInt8(ascii: "-"),
        // The commands of a cache have a flag of this name.
        option != "--json" || arguments.first != "cache"
      {
        result.append("\(option)=\(value)")
        index += 1
      } else {
        result.append(option)
      }
    }
    return result + arguments[index...]
  }
}
