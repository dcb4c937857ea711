internal import SluiceGzip

/// A generator of variants of inputs, which knows the structure of the input's format.
///
/// ```swift
/// let mutator = Mutator(.json)
/// var generator = SeededGenerator(seed: 1)
/// var input = Array(#"{"name": "a", "ids": [1, 2]}"#.utf8)
/// mutator.mutate(&input, upTo: 4096, using: &generator)     // {"name": "a", "ids": [1, -0, 2]}
/// ```
///
/// Random changes to bytes rarely get past the first check of a parser. A mutator with a format parses the input
/// tolerantly, changes its structure and writes it again, so that most variants of a valid document are valid, or are
/// invalid in a single place:
///
/// | format | changes |
/// |---|---|
/// | JSON, JSON Lines, sequences | values and records are moved, repeated, deleted and nested, or become edge cases |
/// | multipart | parts and headers are repeated, moved and deleted; near-boundaries, line endings, nested forms |
/// | gzip, zlib, raw deflate | the decompressed bytes change, and are compressed again in other blocks and members |
/// | query | pairs are repeated, moved and deleted; brackets, dots, escapes, empty names and values |
/// | Protocol Buffers, WebSocket | fields and frames are repeated, moved, deleted and nested; their contents change |
/// | other text | pieces between separators are repeated, moved and deleted |
/// | property lists (binary), none | bytes change |
///
/// The same input and the same generator always give the same variant. The work is linear in the length of the input.
public struct Mutator: Sendable {
  private let bytes: ByteMutator
  private let structure: any StructureMutator

  /// Creates a mutator.
  ///
  /// - Parameters:
  ///   - format: The format of the inputs, or `nil` to change bytes only.
  ///   - words: Byte sequences that mean something to the parser, such as those of a ``MutationDictionary``. Defaults
  ///     to none.
  public init(_ format: Corpus.Format?, words: [[UInt8]] = []) {
    let bytes = ByteMutator(words: words.filter { !$0.isEmpty })
    self.bytes = bytes
    structure =
      switch format {
      case .json: JSONMutator(bytes: bytes)
      case .jsonLines: RecordMutator(separator: UInt8(ascii: "\n"), bytes: bytes)
      case .jsonSequence: RecordMutator(separator: 0x1E, bytes: bytes)
      case .multipart: MultipartMutator(bytes: bytes)
      case .gzip: GzipMutator(.gzip, bytes: bytes)
      case .zlib: GzipMutator(.zlib, bytes: bytes)
      case .rawDeflate: GzipMutator(.raw, bytes: bytes)
      case .query: PieceMutator(.query, bytes: bytes)
      case .url: PieceMutator(.url, bytes: bytes)
      case .mediaType, .contentDisposition, .setCookie: PieceMutator(.parameters, bytes: bytes)
      case .structuredField: PieceMutator(.structured, bytes: bytes)
      case .httpHead, .httpRequest, .serverSentEvents: PieceMutator(.lines, bytes: bytes)
      case .xml: PieceMutator(.markup, bytes: bytes)
      case .csv: PieceMutator(.cells, bytes: bytes)
      case .toml: PieceMutator(.toml, bytes: bytes)
      case .yaml: PieceMutator(.yaml, bytes: bytes)
      case .protobuf: FieldMutator(.protobuf, bytes: bytes)
      case .webSocket: FieldMutator(.webSocket, bytes: bytes)
      case .propertyListXML: PieceMutator(.tags, bytes: bytes)
      case .httpDate: PieceMutator(.words, bytes: bytes)
      case .propertyListBinary, nil: bytes
      }
  }

  /// Changes an input.
  ///
  /// - Parameters:
  ///   - bytes: The input, which may be empty.
  ///   - maximumByteCount: The maximum number of bytes of the variant. A longer input is cut first.
  ///   - generator: The source of all choices. One number is drawn.
  /// - Complexity: O(*n*).
  public func mutate(
    _ bytes: inout [UInt8], upTo maximumByteCount: Int, using generator: inout some RandomNumberGenerator
  ) {
    var random = SeededGenerator(seed: generator.next())
    let limit = max(maximumByteCount, 0)
    bytes.cut(to: limit)
    structure.mutate(&bytes, upTo: limit, &random)
    bytes.cut(to: limit)
  }

  /// Makes an input from parts of two others.
  ///
  /// - Parameters:
  ///   - a: The input that gives the outer structure.
  ///   - b: The input that parts are taken from.
  ///   - maximumByteCount: The maximum number of bytes of the result.
  ///   - generator: The source of all choices. One number is drawn.
  /// - Complexity: O(*n*).
  public func cross(
    _ a: [UInt8], with b: [UInt8], upTo maximumByteCount: Int,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var random = SeededGenerator(seed: generator.next())
    let limit = max(maximumByteCount, 0)
    var result = a
    result.cut(to: limit)
    structure.cross(&result, with: b, upTo: limit, &random)
    result.cut(to: limit)
    return result
  }
}

/// A mutator for one family of formats.
///
/// Both functions may leave more bytes than the limit, by a constant factor; the caller cuts them.
protocol StructureMutator: Sendable {
  /// Changes `bytes`, which has at most `limit` bytes.
  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator)

  /// Puts parts of `other` into `bytes`.
  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator)
}

extension [UInt8] {
  /// Removes the bytes after the first `limit`.
  mutating func cut(to limit: Int) {
    if count > limit { removeLast(count - limit) }
  }

  /// Replaces a range, unless the result has more than `limit` bytes.
  ///
  /// - Returns: Whether the range was replaced.
  mutating func splice(_ range: Range<Int>, _ replacement: [UInt8], upTo limit: Int) -> Bool {
    guard count - range.count + replacement.count <= limit else { return false }
    replaceSubrange(range, with: replacement)
    return true
  }

  /// Inserts bytes, unless the result has more than `limit` bytes.
  ///
  /// - Returns: Whether the bytes were inserted.
  mutating func splice(at place: Int, _ insertion: [UInt8], upTo limit: Int) -> Bool {
    splice(place..<place, insertion, upTo: limit)
  }
}

/// The words of a dictionary file, as libFuzzer and AFL++ read them.
///
/// ```
/// # A comment.
/// quote="\""
/// "\x1F\x8B"
/// level@2="deep"
/// ```
///
/// A name before a word is ignored, and so is its level.
public struct MutationDictionary: Sendable, Hashable {
  /// An error in a dictionary file.
  public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    /// A description of the error.
    public var description: String { "line \(line) of the dictionary has no word in quotes, or a bad escape" }
  }

  /// The words in the order of the file.
  public let words: [[UInt8]]

  /// Parses the text of a dictionary file.
  ///
  /// - Throws: ``ParseError`` for the first line that is neither empty, nor a comment, nor a word.
  public init(parsing text: [UInt8]) throws(ParseError) {
    var words: [[UInt8]] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      guard let word = Self.word(in: line) else { throw ParseError(line: index + 1) }
      words.append(word)
    }
    self.words = words
  }

  private static func word(in line: ArraySlice<UInt8>) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard let open = line.firstIndex(of: quote), let close = line.lastIndex(of: quote), open < close else {
      return nil
    }
    // Only blanks may follow.
    guard line[(close + 1)...].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return nil }
    var rest = line[(open + 1)..<close]
    var word: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        word.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): word.append(UInt8(ascii: "\\"))
      case quote: word.append(quote)
      case UInt8(ascii: "n"): word.append(0x0A)
      case UInt8(ascii: "r"): word.append(0x0D)
      case UInt8(ascii: "t"): word.append(0x09)
      case UInt8(ascii: "x"):
        guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else {
          return nil
        }
        word.append(high << 4 | low)
      default: return nil
      }
    }
    return word
  }
}

extension UInt8 {
  /// The value of the hexadecimal digit that this byte is in ASCII, or `nil` if it is not a digit.
  fileprivate var hexDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
