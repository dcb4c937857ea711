internal import SluiceSupport

/// A container that encodes the elements of an array.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let writer: JSONWriter
  let frame: JSONFrame.Reference

  var codingPath: [any CodingKey] { writer.codingPath(of: frame) }
  var count: Int { writer.count(of: frame) }

  @inline(__always)
  private func append<T: JSONEncodableScalar>(_ value: T) throws {
    let (writer, frame) = try writer.open(frame)
    let mark = writer.buffer.count
    writer.beginElement(in: frame)
    do {
      try value.write(to: writer)
    } catch {
      writer.undoElement(from: mark, in: frame)
      throw writer.unwritable(
        value, writer.codingPath(of: frame) + [AnyCodingKey(index: writer.frames[frame].count)])
    }
  }

  func encodeNil() throws { try append(JSONNull()) }
  func encode(_ value: Bool) throws { try append(value) }
  func encode(_ value: String) throws { try append(value) }
  func encode(_ value: Double) throws { try append(value) }
  func encode(_ value: Float) throws { try append(value) }
  func encode(_ value: Int) throws { try append(value) }
  func encode(_ value: Int8) throws { try append(value) }
  func encode(_ value: Int16) throws { try append(value) }
  func encode(_ value: Int32) throws { try append(value) }
  func encode(_ value: Int64) throws { try append(value) }
  func encode(_ value: Int128) throws { try append(value) }
  func encode(_ value: UInt) throws { try append(value) }
  func encode(_ value: UInt8) throws { try append(value) }
  func encode(_ value: UInt16) throws { try append(value) }
  func encode(_ value: UInt32) throws { try append(value) }
  func encode(_ value: UInt64) throws { try append(value) }
  func encode(_ value: UInt128) throws { try append(value) }

  func encode<T: Encodable>(_ value: T) throws {
    let (writer, frame) = try writer.open(frame)
    let mark = writer.buffer.count
    let index = writer.frames[frame].count
    writer.beginElement(in: frame)
    do {
      try writer.encode(value, .index(index), in: frame)
    } catch {
      writer.undoElement(from: mark, in: frame)
      throw error
    }
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<
    NestedKey
  > {
    let (writer, frame) = nested(keyedBy: NestedKey.self)
    return KeyedEncodingContainer(JSONKeyedEncoding(writer: writer, frame: frame))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (writer, frame) = nested(keyedBy: nil)
    return JSONUnkeyedEncoding(writer: writer, frame: frame)
  }

  func superEncoder() -> any Encoder {
    guard let (writer, frame) = try? writer.open(frame), writer.mayNest(in: frame) else {
      return JSONValueEncoder(writer: writer, frame: .dead)
    }
    let index = writer.frames[frame].count
    writer.beginElement(in: frame)
    return writer.insertedEncoder(AnyCodingKey(index: index), in: frame)
  }

  private func nested(keyedBy keyType: Any.Type?) -> (JSONWriter, JSONFrame.Reference) {
    guard let (writer, frame) = try? writer.open(frame), writer.mayNest(in: frame) else {
      return (writer, .dead)
    }
    let index = writer.frames[frame].count
    writer.beginElement(in: frame)
    return (writer, writer.nestedContainer(AnyCodingKey(index: index), in: frame, keyedBy: keyType))
  }
}
