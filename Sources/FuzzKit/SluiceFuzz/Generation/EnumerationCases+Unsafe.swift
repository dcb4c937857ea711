/// The cases of enumerations that need not be `CaseIterable`.
enum EnumerationCases {
  /// Returns the cases of an enumeration without associated values, or an empty array for any other type.
  static func all<T>(of type: T.Type) -> [T] {
    if let type = type as? any CaseIterable.Type, let cases = allCases(of: type) as? [T] { return cases }
    guard let count = caseCount(of: type) else { return [] }
    // SAFETY: The type is an enumeration of `count` cases without associated values. A single case takes no byte. Up to
    // 256 cases are numbered from 0 by the compiler and stored in a single byte, so that every number below the count
    // is a valid value.
    switch MemoryLayout<T>.size {
    case 0 where count == 1: return unsafe [unsafeBitCast((), to: T.self)]
    case 1 where count <= 256: return (0..<count).map { unsafe unsafeBitCast(UInt8($0), to: T.self) }
    default: return []
    }
  }

  /// Returns the raw values of an enumeration's cases as JSON, or an empty array for any other type.
  static func rawValueTexts<T>(of type: T.Type) -> [[UInt8]] {
    guard type is any RawRepresentable.Type else { return [] }
    return all(of: type).compactMap {
      ($0 as? any RawRepresentable).flatMap { text(ofRawValue: $0.rawValue) }
    }
  }

  private static func allCases<T: CaseIterable>(of type: T.Type) -> Any { Array(type.allCases) }

  private static func text(ofRawValue value: Any) -> [UInt8]? {
    switch value {
    case let string as String: JSONText.string(string)
    case let character as Character: JSONText.string(String(character))
    case let integer as any BinaryInteger: Array("\(integer)".utf8)
    case let double as Double: Array("\(double)".utf8)
    default: nil
    }
  }

  /// The kind of an enumeration's metadata (`swift/ABI/MetadataKind.def`).
  private static let enumerationMetadataKind = 0x201
  /// The kind of an enumeration's descriptor, the five lowest bits of its flags (`swift/ABI/MetadataValues.h`).
  private static let enumerationDescriptorKind: UInt32 = 18

  /// Returns the number of cases of an enumeration without associated values, or `nil` for any other type.
  private static func caseCount(of type: Any.Type) -> Int? {
    // SAFETY: `Any.Type` is a pointer to the type's metadata, which is never freed. Its first word is its kind. For
    // enumerations, the second one points to a descriptor that starts with seven 32-bit numbers: flags, three relative
    // pointers, the fields, the number of cases with associated values (the lowest 24 bits), and that of the other
    // ones. This is Swift's stable ABI (TypeMetadata.rst, "Nominal Type Descriptor"). Nothing is written, and no
    // pointer is kept.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard unsafe metadata.load(as: Int.self) == enumerationMetadataKind else { return nil }
    guard let descriptor = unsafe metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self) else {
      return nil
    }
    let flags = unsafe descriptor.load(as: UInt32.self)
    guard flags & 0x1F == enumerationDescriptorKind else { return nil }
    guard unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF == 0 else { return nil }
    return unsafe Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
  }
}
