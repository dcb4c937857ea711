/// A parser of the lengths of a form's headers, block by block.
///
/// The mistake: a CR at the end of a block is forgotten.
public struct FormLengths: Sendable {
  private let delimiter: [UInt8]
  private var line: [UInt8] = []
  private var isHeader = false
  private var hasEnded = false
  private var lengths: [Int] = []

  /// Creates a parser.
  public init(boundary: String) { delimiter = Array("--\(boundary)".utf8) }

  /// Reads a block.
  public mutating func read(_ block: [UInt8]) throws {
    var last: UInt8 = 0
    for byte in block {
      if byte == 10, last == 13 {
        line.removeLast()
        try end(of: line)
        line.removeAll()
      } else {
        line.append(byte)
      }
      last = byte
    }
  }

  /// Returns the lengths in order.
  public mutating func finish() throws -> [Int] {
    try end(of: line)
    guard hasEnded else { throw Malformed() }
    return lengths
  }

  private mutating func end(of line: [UInt8]) throws {
    if line == delimiter {
      isHeader = true
    } else if line == delimiter + Array("--".utf8) {
      hasEnded = true
    } else if isHeader {
      isHeader = !line.isEmpty
      guard line.isEmpty || Lines.nameStart(in: line) != nil || line.contains(UInt8(ascii: "/")) else {
        throw Malformed()
      }
      if isHeader { lengths.append(line.count) }
    }
  }
}
