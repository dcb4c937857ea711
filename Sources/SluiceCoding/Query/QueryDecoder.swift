/// Reads a query or a form as any `Decodable` type.
///
///     let search = try QueryDecoder().decode(Search.self, from: "text=to+%26+fro&tags[]=a&tags[]=b")
///
/// `QueryDecoder(reading: encoder)` reads what `encoder` writes. Every form of array is understood at once;
/// only `.comma` has to be chosen.
///
/// - Names need not be in order. An array takes `a[]=`, `a=` again and again, or `a[0]=` to `a[n]=` in the
///   order of their numbers, gaps closed. `a[][b]=` goes into the last element, or into a new one where that
///   has a `b` already.
/// - What is missing is empty: an array without elements, an object without members, nil.
/// - One value is wanted and several are there: an error, as is `a=1&a[b]=2`.
/// - Numbers are decimal text. What does not fit its type, a NaN and an infinity are errors.
///
/// Time and memory grow with the query alone, whatever its names and numbers say.
public struct QueryDecoder: Sendable {
  /// How arrays are written. `.brackets` by default, which also reads `.indexed` and `.repeated`.
  public var arrays: QueryArrays = .brackets
  /// How members of nested objects are named. `.brackets` by default: `a[b]=1`.
  public var nesting: QueryNesting = .brackets
  /// How Booleans are written. `.literal` by default: `true`.
  public var bools: QueryBools = .literal
  /// How nil is written. `.drop` by default: not at all.
  public var nils: QueryNils = .drop
  /// How dates are written. `.iso8601` by default.
  public var dates: QueryDates = .iso8601
  /// How data is written. `.base64` by default.
  public var data: QueryData = .base64
  /// How coding keys are written. `.asIs` by default.
  public var keys: QueryKeys = .asIs
  /// How the text is escaped: whether `+` is a space. `.form` by default: it is.
  public var escaping: QueryEscaping = .form
  /// Whether malformed escapes and invalid UTF-8 are a `QueryError`. False by default: a `%` that begins no
  /// escape stays, and what is not UTF-8 becomes U+FFFD, as the URL standard says.
  public var isStrict = false
  /// What the types' `init(from:)` finds in their decoder. Empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// How many pairs a text may have. 250,000 by default.
  public var maxPairs = 250_000
  /// How many objects and arrays may lie within one another, the root among them. 1,024 by default.
  ///
  /// Whatever it is, a value that is nested too deeply for the calling thread's stack is a `DecodingError`. A
  /// `QueryTree` has 1,024 levels at most, which any thread can free.
  public var maxDepth = 1024
  /// What of the values is more than text.
  package var attachments = QueryAttachments()

  public init() {}

  /// A decoder with the strategies and the depth of `encoder`.
  public init(reading encoder: QueryEncoder) {
    arrays = encoder.arrays
    nesting = encoder.nesting
    bools = encoder.bools
    nils = encoder.nils
    dates = encoder.dates
    data = encoder.data
    keys = encoder.keys
    escaping = encoder.escaping
    userInfo = encoder.userInfo
    maxDepth = encoder.maxDepth
  }

  /// The value that `text`, a query without `?`, holds.
  ///
  /// - Throws: `QueryError` for a text over the limit of pairs or, where strict, malformed; `DecodingError`,
  ///   with the coding path, for what does not fit the type; and what the type's `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    try decode(type, from: pairs(from: text))
  }

  /// The value that `bytes`, such as a form's body, hold.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(type, from: pairs(from: bytes))
  }

  /// The value that `pairs` hold.
  public func decode<T: Decodable>(_ type: T.Type, from pairs: QueryPairs) throws -> T {
    let tree = try QueryDecodingTree(pairs: pairs, nesting: nesting, maxDepth: maxDepth)
    return try QueryTreeReader(decoder: self, tree: tree).decodeRoot(type)
  }

  /// The names and values of `text`, in order, by the URL standard's `application/x-www-form-urlencoded`
  /// parser: `&` alone separates, the first `=` splits, empty pairs are passed over.
  public func pairs(from text: String) throws(QueryError) -> QueryPairs {
    try QueryParser(decoder: self).pairs(in: text.utf8.span)
  }

  /// The names and values of `bytes`, in order.
  public func pairs(from bytes: [UInt8]) throws(QueryError) -> QueryPairs {
    try QueryParser(decoder: self).pairs(in: bytes.span)
  }

  /// The objects and arrays that `text` spells, in the order of their first mention.
  ///
  /// Without a type to tell, an object whose keys are 0, 1, 2 and on, in any order but without a gap, is an
  /// array; so is a value that is there several times. All else is text, or null as `nils` says.
  public func tree(from text: String) throws -> QueryTree {
    try tree(from: pairs(from: text))
  }

  /// The objects and arrays that `pairs` spell.
  public func tree(from pairs: QueryPairs) throws -> QueryTree {
    try QueryDecodingTree(pairs: pairs, nesting: nesting, maxDepth: min(maxDepth, 1024)).untyped(nils: nils)
  }
}
