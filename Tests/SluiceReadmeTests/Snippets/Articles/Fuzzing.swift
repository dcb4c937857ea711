// The snippets of "Fuzzing", formatted as there.
// swift-format-ignore-file

import Sluice

/// Runs the code of the article.
func runStabilityCheck(_ input: [UInt8]) throws -> Bool {
  // Article
  func lines(of input: [UInt8], dividedAt place: Int) throws -> [String] {
    var parser = LineParser()
    var lines: [String] = []
    for block in [Array(input[..<place]), Array(input[place...])] {
      var position = 0
      while let line = try parser.next(in: block.span, from: &position) { lines.append(line) }
    }
    while let line = try parser.finish() { lines.append(line) }
    return lines
  }

  func isStable(_ input: [UInt8]) throws -> Bool {
    let whole = try lines(of: input, dividedAt: 0)
    return try input.indices.allSatisfy { try lines(of: input, dividedAt: $0) == whole }
  }
  // end
  return try isStable(input)
}
