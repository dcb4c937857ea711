import FoundationEssentials
import Parsers
import SluiceFuzz

let offByOne = ParserCheck(.multipart) { bytes, contentType in
  Known.check(bytes)
  return try FormNames.read(bytes, boundary: boundary(of: contentType))
}

let threeFields = ParserCheck.decoding(Order.self, .json) { type, bytes in
  Known.check(bytes)
  return try JSONDecoder().decode(type, from: Data(bytes))
}

let quadratic = ParserCheck(.multipart) { bytes, contentType in
  Known.check(bytes)
  return try SortedNames.read(bytes, boundary: boundary(of: contentType))
}

let divided = ParserCheck(.multipart) { bytes, contentType in
  Known.check(bytes)
  return try lengths(of: [bytes], boundary: boundary(of: contentType))
}
.divided { try lengths(of: $0, boundary: boundary(of: $1)) }

func boundary(of contentType: String) -> String {
  contentType.split(separator: "boundary=").last.map { $0.filter { $0 != "\"" } } ?? ""
}

func lengths(of blocks: [[UInt8]], boundary: String) throws -> [Int] {
  var parser = FormLengths(boundary: boundary)
  for block in blocks { try parser.read(block) }
  return try parser.finish()
}
