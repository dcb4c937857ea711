package import SluiceBody

/// The maximum number of elements that a call appends.
package enum StreamAppending {
  case two, all

  fileprivate var limit: Int? { self == .two ? 2 : nil }
}

/// The elements that a parser reads from a stream, and the description of the error that ended it.
package struct StreamOutcome<Element: Equatable>: Equatable {
  package private(set) var elements: [Element] = []
  package private(set) var error: String?

  package init(elements: [Element], error: String? = nil) {
    self.elements = elements
    self.error = error
  }

  /// Parses `chunks` to the end or to the first error.
  ///
  /// - Parameters:
  ///   - chunks: The bytes, in pieces.
  ///   - parser: A parser that has read nothing yet.
  ///   - appending: How many elements a call appends, or `nil` to ask for each.
  /// - Throws: `BrokenProperty` if the parser leaves bytes, appends more than the limit, or continues after the end or
  ///   after an error.
  package init<Parser: StreamParser>(
    of chunks: [ArraySlice<UInt8>], by parser: Parser, appending: StreamAppending? = nil
  ) throws where Parser.Element == Element {
    var parser = parser
    do {
      for chunk in chunks {
        let bytes = Array(chunk)
        var position = 0
        if let appending {
          var end: Int
          repeat {
            end = appending.limit.map { elements.count + $0 } ?? .max
            try parser.appendElements(in: bytes.span, from: &position, to: &elements, upTo: appending.limit)
            try require(elements.count <= end, "more elements appended than the limit")
          } while elements.count == end
        } else {
          while let element = try parser.next(in: bytes.span, from: &position) { elements.append(element) }
        }
        try require(position == bytes.count, "\(position) of a chunk's \(bytes.count) bytes consumed")
      }
      while let element = try parser.finish() { elements.append(element) }
    } catch let broken as BrokenProperty {
      throw broken
    } catch {
      self.error = "\(error)"
      try Self.requireFinal("\(error)", of: &parser, isAppending: appending != nil)
      return
    }
    try require(try parser.finish() == nil, "an element after the end")
  }

  /// Checks that each call throws the error again.
  private static func requireFinal<Parser: StreamParser>(
    _ error: String, of parser: inout Parser, isAppending: Bool
  ) throws {
    let line: [UInt8] = [UInt8(ascii: "0"), UInt8(ascii: "\n")]
    var position = 0
    func requireAgain(_ name: String, _ call: () throws -> Void) throws {
      do { try call() } catch let again {
        return try requireEqual("\(again)", error, "the error of \(name) after an error")
      }
      throw BrokenProperty("\(name) continued after an error:\n  \(error)")
    }
    if isAppending {
      var appended: [Parser.Element] = []
      try requireAgain("appending") {
        try parser.appendElements(in: line.span, from: &position, to: &appended, upTo: nil)
      }
      try require(appended.isEmpty, "elements appended after an error")
    } else {
      try requireAgain("next") { _ = try parser.next(in: line.span, from: &position) }
    }
    try requireAgain("finish") { _ = try parser.finish() }
  }

  /// Parses `bytes` in one piece, and checks that the pieces that `seed` cuts give the same outcome, also if elements
  /// are appended two at a time or all at once.
  ///
  /// - Throws: `BrokenProperty` if the outcomes differ.
  package static func whole<Parser: StreamParser>(
    _ bytes: [UInt8], cutBy seed: UInt8, _ parser: Parser
  ) throws -> StreamOutcome where Parser.Element == Element {
    let whole = try StreamOutcome(of: [bytes[...]], by: parser)
    var splitter = Splitter(seed: seed)
    let chunks = splitter.chunks(of: bytes)
    try requireEqual(try StreamOutcome(of: chunks, by: parser), whole, "parsed in pieces, and whole")
    for appending in [StreamAppending.two, .all] {
      let appended = try StreamOutcome(of: chunks, by: parser, appending: appending)
      try requireEqual(appended, whole, "appended in pieces, and parsed whole")
    }
    return whole
  }
}

/// A cutter of bytes into chunks: all at once, one byte at a time, or in varying lengths, some of them 0.
///
/// The same seed always gives the same chunks.
package struct Splitter {
  private var state: UInt64
  private let style: UInt8

  /// Creates a splitter.
  ///
  /// - Parameter seed: A byte of the input, whose two lowest bits choose the kind of cut; 0 is a single chunk.
  package init(seed: UInt8) {
    style = seed % 4
    state = UInt64(seed) &+ 0x9E37_79B9_7F4A_7C15
  }

  /// Cuts bytes into chunks.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to cut.
  ///   - unit: The number that all lengths are multiples of, which limits the number of chunks. Defaults to 1.
  package mutating func chunks(of bytes: [UInt8], unit: Int = 1) -> [ArraySlice<UInt8>] {
    var chunks: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + nextLength(upTo: bytes.count, unit), bytes.count)
      chunks.append(bytes[start..<end])
      start = end
    }
    return chunks
  }

  private mutating func nextLength(upTo count: Int, _ unit: Int) -> Int {
    // xorshift64
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return switch style {
    case 0: count
    case 1: unit
    case 2: Int(state % 8) * unit
    default: Int(state % 256) * unit
    }
  }
}
