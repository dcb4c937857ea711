/// The arguments of this process.
public enum Arguments {
  /// Whether there is an option.
  public static func contains(_ option: String) -> Bool { CommandLine.arguments.contains(option) }

  /// Returns the argument after an option, or `nil` if there is none.
  public static func value(after option: String) -> String? {
    let arguments = CommandLine.arguments
    guard let index = arguments.firstIndex(of: option), arguments.indices.contains(index + 1) else {
      return nil
    }
    return arguments[index + 1]
  }

  /// Returns the number after an option, or `nil` if there is none.
  public static func number(after option: String) -> Int? { value(after: option).flatMap { Int($0) } }
}
