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
    public var dates: Dates = .iso8601
    /// The format of `Data`. Defaults to `.base64`.
    public var data: DataEncoding = .base64
    /// The form of coding keys. Defaults to `.asIs`.
    public var keys: Keys = .asIs
    /// The characters that are not escaped. Defaults to `.rfc3986`. For a form as browsers send it, use `.form`.
    public var escaping: Escaping = .rfc3986
    /// The order of the pairs. Defaults to `.declared`: only dictionaries are sorted.
    public var order: Order = .declared
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
