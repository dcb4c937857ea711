import FoundationEssentials
import Parsers
import SluiceFuzz

let targets: [FuzzTarget] = [
  ParserCheck(.multipart) { try FormNames.read($0, boundary: boundary(of: $1)) }
    .target("off-by-one"),

  ParserCheck.decoding(Order.self, .json) { try JSONDecoder().decode($0, from: Data($1)) }
    .target("three-fields"),

  ParserCheck(.multipart) { try SortedNames.read($0, boundary: boundary(of: $1)) }
    .target("quadratic"),

  ParserCheck(.multipart) { try lengths(of: [$0], boundary: boundary(of: $1)) }
    .divided { try lengths(of: $0, boundary: boundary(of: $1)) }
    .target("divided"),
]

func boundary(of contentType: String) -> String {
  contentType.split(separator: "boundary=").last.map { $0.filter { $0 != "\"" } } ?? ""
}

func lengths(of blocks: [[UInt8]], boundary: String) throws -> [Int] {
  var parser = FormLengths(boundary: boundary)
  for block in blocks { try parser.read(block) }
  return try parser.finish()
}
