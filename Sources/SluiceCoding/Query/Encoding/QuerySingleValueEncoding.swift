/// Fills a node with one value.
struct QuerySingleValueEncoding: SingleValueEncodingContainer {
  let tree: QueryEncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.nodes.codingPath(of: node) }

  func encodeNil() { tree.encodeNil(at: node) }
  func encode(_ value: Bool) { tree.encodeBool(value, at: node) }
  func encode(_ value: String) throws { try tree.encode(value, at: node) }
  func encode(_ value: Double) throws { try tree.encodeFloat(value, at: node) }
  func encode(_ value: Float) throws { try tree.encodeFloat(value, at: node) }
  func encode(_ value: Int128) { tree.encodeInteger(value, at: node) }
  func encode(_ value: UInt128) { tree.encodeInteger(value, at: node) }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T) { tree.encodeInteger(value, at: node) }
  func encode<T: Encodable>(_ value: T) throws { try tree.encode(value, at: node) }
}
