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
      case .httpHead, .serverSentEvents: PieceMutator(.lines, bytes: bytes)
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
