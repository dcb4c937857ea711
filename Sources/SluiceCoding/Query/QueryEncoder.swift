/// Encodes any `Encodable` value with named members as a query or a form.
///
/// ```swift
/// var encoder = QueryEncoder()
/// encoder.arrays = .repeated
/// try encoder.encode(Search(text: "to & fro", tags: ["a", "b"]))    // text=to%20%26%20fro&tags=a&tags=b
/// ```
///
/// The value must encode itself as a keyed container: a type with properties, a class, a dictionary with string or
/// integer keys, or an enum with associated values. Empty arrays and objects write nothing. A key that is encoded
/// twice is written twice.
///
/// `Date` and `Data` are written by a strategy, `URL` and `Decimal` as their text, and a floating-point number as the
/// shortest text that reads back as the number.
public struct QueryEncoder: Sendable {
  /// How the elements of arrays are named. Defaults to `.brackets`: `a[]=1&a[]=2`, with the brackets escaped.
  public var arrays: QueryArrays = .brackets
  /// How the members of nested objects are named. Defaults to `.brackets`: `a[b]=1`.
  public var nesting: QueryNesting = .brackets
  /// How Booleans are written. Defaults to `.literal`: `true`.
  public var bools: QueryBools = .literal
  /// How `nil` is written. Defaults to `.drop`: not at all.
  public var nils: QueryNils = .drop
  /// How `Date` is written. Defaults to `.iso8601`.
  public var dates: QueryDates = .iso8601
  /// How `Data` is written. Defaults to `.base64`.
  public var data: QueryData = .base64
  /// How coding keys are written. Defaults to `.asIs`.
  public var keys: QueryKeys = .asIs
  /// Which characters are not escaped. Defaults to `.rfc3986`. For a form as browsers send it, use `.form`.
  public var escaping: QueryEscaping = .rfc3986
  /// The order of the pairs. Defaults to `.declared`: only dictionaries are sorted.
  public var order: QueryOrder = .declared
  /// The values that types find in their encoder, in `encode(to:)`. Empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The maximum number of nested objects and arrays, including the root. Defaults to 1,024.
  ///
  /// Whatever the limit, a value that is nested too deeply for the calling thread's stack is an `EncodingError`.
  public var maxDepth = 1024

  /// Creates an encoder with the default strategies.
  public init() {}

  /// Encodes a value as the text of a query, without `?`.
  ///
  /// - Throws: `EncodingError`, with the coding path, for a root that is not keyed, for NaN and infinities, for a
  ///   date or data that the strategy cannot write, and for a value that is nested too deeply. Errors of the value's
  ///   `encode(to:)` are passed on.
  public func encode(_ value: some Encodable) throws -> String {
    try pairs(for: value).text(escaping: escaping)
  }

  /// Encodes a value as the bytes of a query, such as for the body of a request.
  ///
  /// - Throws: The same errors as ``encode(_:)``.
  public func bytes(for value: some Encodable) throws -> [UInt8] {
    try pairs(for: value).bytes(escaping: escaping)
  }

  /// Returns the names and values that ``encode(_:)`` writes, in order and unescaped.
  ///
  /// - Throws: The same errors as ``encode(_:)``.
  public func pairs(for value: some Encodable) throws -> QueryPairs {
    let tree = QueryEncodingTree(encoder: self)
    try tree.encodeRoot(value)
    return QueryPairWriter(encoder: self, nodes: tree.nodes.all).write()
  }
}
