/// Fills a node with one value.
struct PropertyListSingleValueEncoding: SingleValueEncodingContainer {
  let tree: PropertyListEncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.nodes.codingPath(of: node) }

  func encodeNil() { tree.set(.null, at: node) }
  func encode(_ value: Bool) { tree.set(.bool(value), at: node) }
  func encode(_ value: String) { tree.set(.string(value), at: node) }
  func encode(_ value: Double) { tree.set(.real(value), at: node) }
  func encode(_ value: Float) { tree.set(.real(Double(value)), at: node) }
  func encode(_ value: Int128) throws { try tree.encode(integer: value, at: node) }
  func encode(_ value: UInt128) throws { try tree.encode(integer: value, at: node) }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws {
    try tree.encode(integer: value, at: node)
  }
  func encode<T: Encodable>(_ value: T) throws { try tree.encode(value, at: node) }
}
