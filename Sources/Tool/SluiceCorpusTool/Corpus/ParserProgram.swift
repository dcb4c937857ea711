internal import Sluice

/// A program that parses an input, with its arguments and limits.
struct ParserProgram: Sendable {
  /// The program and its arguments, with placeholders.
  let words: [String]
  /// The maximum size of the address space in bytes, or `nil` for no limit.
  let memoryLimit: Int64?
  /// The maximum time for an input.
  let seconds: Double

  /// The placeholder of the path of an input. Without it, an input is the standard input.
  static let filePlaceholder = "{}"
  /// The placeholder of the content type of an input.
  static let typePlaceholder = "{type}"

  /// Whether the arguments contain the path of the input.
  var takesPath: Bool { words.contains { $0.contains(Self.filePlaceholder) } }

  /// Returns the words to execute.
  ///
  /// - Parameters:
  ///   - path: The path of the input.
  ///   - contentType: The content type of the input, or `nil` to leave its placeholder as it is.
  func words(path: String, contentType: String?) -> [String] {
    var values = [(Self.filePlaceholder, path)]
    if let contentType { values.append((Self.typePlaceholder, contentType)) }
    return words.map { Self.replace(values, in: $0) }
  }

  /// Replaces placeholders in a single pass, so that a value may look like another placeholder.
  private static func replace(_ values: [(name: String, value: String)], in word: String) -> String {
    var result = ""
    var rest = word.utf8[...]
    while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
      result += String(Substring(rest[..<brace]))
      rest = rest[brace...]
      if let (name, value) = values.first(where: { rest.starts(with: $0.name.utf8) }) {
        result += value
        rest = rest.dropFirst(name.utf8.count)
      } else {
        result += "{"
        rest = rest.dropFirst()
      }
    }
    return result + String(Substring(rest))
  }
}
