import FoundationEssentials
import Parsers
import SluiceFuzz

// The same checks without the corpus, its dictionaries, and the mutators that know a format.
let targets: [FuzzTarget] = [
  ParserCheck { try FormNames.read($0, boundary: "B") }
    .target("off-by-one"),

  ParserCheck { try JSONDecoder().decode(Order.self, from: Data($0)) }
    .target("three-fields"),

  ParserCheck { try SortedNames.read($0, boundary: "B") }
    .target("quadratic"),

  ParserCheck { try lengths(of: [$0]) }
    .divided { try lengths(of: $0) }
    .target("divided"),
]

func lengths(of blocks: [[UInt8]]) throws -> [Int] {
  var parser = FormLengths(boundary: "B")
  for block in blocks { try parser.read(block) }
  return try parser.finish()
}
