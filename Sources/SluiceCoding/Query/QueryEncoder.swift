/// Writes any `Encodable` value with named members as a query or a form.
///
///     var encoder = QueryEncoder()
///     encoder.arrays = .repeated
///     try encoder.encode(Search(text: "to & fro", tags: ["a", "b"]))    // text=to%20%26%20fro&tags=a&tags=b
///
/// The value must encode itself as a keyed container: a type with properties, a class, a dictionary with
/// string or integer keys, an enum with associated values. Empty arrays and objects write nothing. A key
/// encoded twice is written twice.
///
/// The values of `Date` and `Data` follow a strategy; `URL` and `Decimal` are written as their text; a
/// floating-point number as the shortest text that reads back as it.
public struct QueryEncoder: Sendable {
  /// How array elements are named. `.brackets` by default: `a[]=1&a[]=2`, with the brackets escaped.
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
  /// Which characters stay unescaped. `.rfc3986` by default; a browser's form is `.form`.
  public var escaping: QueryEscaping = .rfc3986
  /// The order of pairs. `.declared` by default: dictionaries alone are sorted.
  public var order: QueryOrder = .declared
  /// What the values' `encode(to:)` finds in their encoder. Empty by default.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// How many objects and arrays may lie within one another, the root among them. 1,024 by default.
  ///
  /// Whatever it is, a value that is nested too deeply for the calling thread's stack is an `EncodingError`.
  public var maxDepth = 1024

  public init() {}

  /// The value as the text of a query, without `?`.
  ///
  /// - Throws: `EncodingError`, with the coding path, for a root that is not keyed, a NaN or infinity, a date
  ///   or data that the strategy cannot write, and a value nested too deeply; and what the value's
  ///   `encode(to:)` throws.
  public func encode(_ value: some Encodable) throws -> String {
    try pairs(for: value).text(escaping: escaping)
  }

  /// `encode(_:)` as bytes, for a request's body.
  public func bytes(for value: some Encodable) throws -> [UInt8] {
    try pairs(for: value).bytes(escaping: escaping)
  }

  /// The names and values that `encode(_:)` writes, in order, not escaped.
  public func pairs(for value: some Encodable) throws -> QueryPairs {
    let tree = QueryEncodingTree(encoder: self)
    try tree.encodeRoot(value)
    return QueryPairWriter(encoder: self, nodes: tree.nodes.all).write()
  }
}
