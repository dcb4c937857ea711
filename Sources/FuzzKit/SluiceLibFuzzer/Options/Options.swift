import SluiceFuzz

/// The arguments of the program that begin with two hyphens.
struct Options {
  private let program: String
  private var values: [String: String] = [:]

  init(_ arguments: [String]) {
    program = arguments.first ?? ""
    for argument in arguments.dropFirst() where argument.hasPrefix("--") {
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[String(parts.first ?? "")] = parts.count > 1 ? String(parts[1]) : ""
    }
  }

  /// Returns the value of an option, which is empty without `=`, or `nil` if the option is missing.
  subscript(name: String) -> String? { values[name] }

  /// Returns the target that is selected, or `nil` if there is none.
  func target(of targets: [FuzzTarget]) -> FuzzTarget? {
    guard self["list"] == nil else { return nil }
    if let name = self["target"] { return targets.first { $0.name == name } }
    let name = program.split(separator: "/").last.map(String.init)
    return targets.first { $0.name == name } ?? (targets.count == 1 ? targets.first : nil)
  }
}
