public import SluiceErrors

/// Queries of URLs and forms: names and values such as `text=to+%26+fro&tags[]=a&tags[]=b`.
///
/// ``Encoder`` and ``Decoder`` convert `Codable` types, with one set of strategies for both directions. ``Pairs`` are
/// the names and values themselves.
///
/// ```swift
/// let text = try Query.Encoder().string(for: search)
/// let search = try Query.Decoder().decode(Search.self, from: text)
/// ```
public enum Query {}

extension Query {
  /// Encodes any `Encodable` value with named members as a query or a form.
  ///
  /// ```swift
  /// var encoder = Query.Encoder()
  /// encoder.arrays = .repeated
  /// try encoder.string(for: Search(text: "to & fro", tags: ["a", "b"]))    // text=to%20%26%20fro&tags=a&tags=b
  /// ```
  ///
  /// The value must encode itself as a keyed container: a type with properties, a class, a dictionary with string or
  /// integer keys, or an enum with associated values. Empty arrays and objects write nothing. A key that is encoded
  /// twice is written twice. A nested container adds to an earlier container for its key.
  ///
  /// `Date` and `Data` are written by a strategy, `URL` and `Decimal` as their text, and a floating-point number as the
  /// shortest text that reads back as the number.
  public struct Encoder: Sendable {
    /// The names of the elements of arrays. Defaults to `.brackets`: `a[]=1&a[]=2`, with the brackets escaped.
    public var arrays: Arrays = .brackets
    /// The names of the members of nested objects. Defaults to `.brackets`: `a[b]=1`.
    public var nesting: Nesting = .brackets
    /// The text of Booleans. Defaults to `.literal`: `true`.
    public var bools: Bools = .literal
    /// The form of `nil`. Defaults to `.drop`, which writes nothing.
    public var nils: Nils = .drop
    /// The format of `Date`. Defaults to `.iso8601`.
    public var dateEncodingStrategy: Dates = .iso8601
    /// The format of `Data`. Defaults to `.base64`.
    public var dataEncodingStrategy: DataEncoding = .base64
    /// The form of coding keys. Defaults to `.useDefaultKeys`, which keeps them unchanged.
    public var keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys
    /// The characters that are not escaped. Defaults to `.rfc3986`. For a form as browsers send it, use `.form`.
    public var escaping: Escaping = .rfc3986
    /// The layout of the query. Defaults to no options: the members of types keep the order in which types declare or
    /// encode them, and those of a `Dictionary`, which has no order, are sorted by the UTF-8 bytes of their keys.
    public var outputFormatting: OutputFormatting = []
    /// The values that types find in their encoder, in `encode(to:)`. Empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The maximum number of nested objects and arrays, including the root. Defaults to 512.
    ///
    /// Whatever the limit, a value that is nested too deeply for the calling thread's stack is an `EncodingError`.
    public var maximumDepth = 512

    /// Creates an encoder with the default strategies.
    public init() {}

    /// Encodes a value as the bytes of a query, without `?`, such as for the body of a request.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The bytes, which are all ASCII.
    /// - Throws: `EncodingError`, with the coding path, for a root that is not keyed, for NaN and infinities, for a
    ///   date or data that the strategy cannot write, and for a value that is nested too deeply. Errors of the value's
    ///   `encode(to:)` are passed on.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
      var text = QueryText(escaping: escaping)
      try write(value) { text.append($0, $1) }
      return text.bytes
    }

    /// Encodes a value as the text of a query, without `?`.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The text of ``encode(_:)``.
    /// - Throws: The same errors as ``encode(_:)``.
    public func string(for value: some Encodable) throws -> String {
      String(decoding: try encode(value), as: UTF8.self)
    }

    /// Returns the names and values that ``encode(_:)`` writes, in order and unescaped.
    ///
    /// - Throws: The same errors as ``encode(_:)``.
    public func pairs(for value: some Encodable) throws -> Pairs {
      var pairs = Pairs()
      try write(value) { pairs.append(Pair($0, $1)) }
      return pairs
    }

    /// Calls `output` with each name and value.
    private func write(_ value: some Encodable, to output: QueryPairWriter.Output) throws {
      let tree = QueryEncodingTree(encoder: self)
      try tree.encodeRoot(value)
      var writer = QueryPairWriter(encoder: self, nodes: tree.nodes.removeAll())
      writer.write(to: output)
    }
  }
}

extension Query {
  /// Decodes a query or a form as any `Decodable` type.
  ///
  /// ```swift
  /// let search = try Query.Decoder().decode(Search.self, from: "text=to+%26+fro&tags[]=a&tags[]=b")
  /// ```
  ///
  /// `Query.Decoder(reading: encoder)` reads what `encoder` writes. All forms of arrays are understood by default,
  /// except for `.comma`, which has to be chosen.
  ///
  /// - Names can be in any order. The elements of an array are written as `a[]=`, as a repeated `a=`, or as `a[0]=`
  ///   to `a[n]=` in the order of their indices, without regard to gaps. `a[][b]=` goes into the last element, or into
  ///   a new one if the last element already has a `b`.
  /// - A missing value is an empty array, an empty object or `nil`.
  /// - An empty text, which browsers send for a field without input, is `nil` for an optional number, Boolean, date or
  ///   URL, also as an element of an array. It stays an empty text for a `String?`.
  /// - Several values for a type that takes one are an error, and so is a name of more than one kind, as in
  ///   `a=1&a[b]=2`.
  /// - Numbers are decimal text. A number that does not fit its type is an error, and so are NaN and infinities.
  ///
  /// Time and memory are limited by the size of the query, whatever names and numbers it contains.
  public struct Decoder: Sendable {
    /// The names of the elements of arrays. Defaults to `.brackets`, which also reads `.indexed` and `.repeated`.
    public var arrays: Arrays = .brackets
    /// The names of the members of nested objects. Defaults to `.brackets`: `a[b]=1`.
    public var nesting: Nesting = .brackets
    /// The text of Booleans. Defaults to `.literal`: `true`.
    public var bools: Bools = .literal
    /// The form of `nil`. Defaults to `.drop`, which writes nothing.
    public var nils: Nils = .drop
    /// The format of `Date`. Defaults to `.iso8601`.
    public var dateDecodingStrategy: Dates = .iso8601
    /// The format of `Data`. Defaults to `.base64`.
    public var dataDecodingStrategy: DataEncoding = .base64
    /// The form of coding keys. Defaults to `.useDefaultKeys`, which keeps them unchanged.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
    /// The escaping, which decides whether `+` stands for a space. Defaults to `.form`: it does.
    public var escaping: Escaping = .form
    /// Whether malformed escapes and invalid UTF-8 are a ``Query/Error``. Defaults to false.
    ///
    /// If false, a `%` that does not begin an escape is kept, and invalid UTF-8 becomes U+FFFD, as in the URL standard.
    public var isStrict = false
    /// The values that types find in their decoder, in `init(from:)`. Empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The maximum number of pairs in a text. Defaults to 250,000.
    public var maximumPairCount = 250_000
    /// The maximum number of nested objects and arrays, including the root. Defaults to 512.
    ///
    /// Whatever the limit, a type that is nested too deeply for the calling thread's stack is a `DecodingError`.
    public var maximumDepth = 512

    /// Creates a decoder with the default strategies and limits.
    public init() {}

    /// Creates a decoder with the strategies, the `userInfo` and the maximum depth of `encoder`.
    public init(reading encoder: Encoder) {
      arrays = encoder.arrays
      nesting = encoder.nesting
      bools = encoder.bools
      nils = encoder.nils
      dateDecodingStrategy = encoder.dateEncodingStrategy
      dataDecodingStrategy = encoder.dataEncodingStrategy
      keyDecodingStrategy = KeyDecodingStrategy(keys: encoder.keyEncodingStrategy.keys)
      escaping = encoder.escaping
      userInfo = encoder.userInfo
      maximumDepth = encoder.maximumDepth
    }

    /// Decodes a value from the text of a query, without `?`.
    ///
    /// - Throws: ``Query/Error`` for text with too many pairs and, if ``isStrict``, for malformed text.
    ///   `DecodingError`, with the coding path, if the query does not match the type. Errors of the type's
    ///   `init(from:)` are passed on.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      try decode(type, from: pairs(from: text))
    }

    /// Decodes a value from bytes, such as the body of a form.
    ///
    /// - Throws: The same errors as for text.
    @inlinable
    public func decode<T: Decodable>(_ type: T.Type, from bytes: some Collection<UInt8>) throws -> T {
      try decode(type, from: pairs(from: bytes))
    }

    /// Decodes a value from pairs.
    ///
    /// - Throws: `DecodingError`, with the coding path, if the pairs do not match the type. Errors of the type's
    ///   `init(from:)` are passed on.
    public func decode<T: Decodable>(_ type: T.Type, from pairs: Pairs) throws -> T {
      let tree = try QueryDecodingTree(pairs: pairs, nesting: nesting, maximumDepth: maximumDepth)
      return try QueryTreeReader(decoder: self, tree: tree).decodeRoot(type)
    }

    /// Decodes a value from entries, whose values may be more than text.
    ///
    /// - Throws: The same errors as for pairs, and the errors of the opaque values.
    package func decode<T: Decodable>(_ type: T.Type, from entries: [Entry]) throws -> T {
      let tree = try QueryDecodingTree(entries: entries, nesting: nesting, maximumDepth: maximumDepth)
      return try QueryTreeReader(decoder: self, tree: tree).decodeRoot(type)
    }

    /// Returns the names and values of `text`, in order.
    ///
    /// This is the URL standard's `application/x-www-form-urlencoded` parser: only `&` separates pairs, the first `=`
    /// ends a name, and empty pairs are skipped.
    ///
    /// - Throws: ``Query/Error`` with the code ``ErrorCode/tooManyPairs`` and, if ``isStrict``,
    ///   ``ErrorCode/invalidEscape`` or ``ErrorCode/invalidUTF8``.
    /// - Complexity: O(*n*) in the length of the text.
    public func pairs(from text: String) throws(Error) -> Pairs {
      try QueryParser(decoder: self).pairs(in: text.utf8.span)
    }

    /// Returns the names and values of `bytes`, in order.
    ///
    /// - Throws: The same errors as for text.
    /// - Complexity: O(*n*) in the number of bytes.
    @inlinable
    public func pairs(from bytes: some Collection<UInt8>) throws(Error) -> Pairs {
      // This does not copy an array.
      try pairs(of: Array(bytes))
    }

    @usableFromInline
    func pairs(of bytes: [UInt8]) throws(Error) -> Pairs {
      try QueryParser(decoder: self).pairs(in: bytes.span)
    }

    /// Returns the objects and arrays that `text` describes, in the order of their first mention.
    ///
    /// Without a type, an object is an array if its keys are 0, 1, 2 and so on, in any order and without a gap. Several
    /// values with the same name are an array as well. Everything else is text, or null as specified by ``nils``.
    ///
    /// - Throws: ``Query/Error`` for text with too many pairs and, if ``isStrict``, for malformed text.
    ///   `DecodingError` for a name of more than one kind or with too many levels.
    package func tree(from text: String) throws -> Tree {
      try tree(from: pairs(from: text))
    }

    /// Returns the objects and arrays that `pairs` describe, in the order of their first mention.
    ///
    /// - Throws: `DecodingError` for a name of more than one kind or with too many levels.
    package func tree(from pairs: Pairs) throws -> Tree {
      try QueryDecodingTree(pairs: pairs, nesting: nesting, maximumDepth: min(maximumDepth, 1024)).untyped(
        nils: nils)
    }
  }
}

extension Query {
  /// An error that describes why the text of a query was refused, before a value was decoded from it.
  public struct Error: SluiceError, Hashable {
    /// The kind of the error.
    public let code: ErrorCode
    /// The position of the escape, of the first byte that is not UTF-8, or of the first pair over the limit, in bytes
    /// from the start of the text.
    public let byteOffset: Int
  }
}

extension Query.Error {
  /// The description without its code.
  public var message: String { "\(code.text) at byte \(byteOffset)" }
}

extension ErrorCode {
  /// The text has more pairs than ``Query/Decoder/maximumPairCount``.
  public static let tooManyPairs = ErrorCode("too-many-pairs", "too many pairs")
}
