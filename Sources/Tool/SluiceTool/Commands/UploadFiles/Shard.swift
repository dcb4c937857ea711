internal import ArgumentParser

/// A part of the lines of a manifest: `3/16` is every sixteenth line, from line 3 on.
struct Shard: ExpressibleByArgument {
  let number: Int
  let count: Int

  init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), 1 <= number,
      number <= count
    else { return nil }
    self.init(number: number, count: count)
  }

  var defaultValueDescription: String { "\(number)/\(count)" }

  /// Whether the shard has a line.
  ///
  /// - Parameter number: The number of the line, from 1.
  func contains(_ number: Int) -> Bool { (number - 1) % count == self.number - 1 }
}
