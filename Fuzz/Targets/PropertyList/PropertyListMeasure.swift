import SluiceCoding

/// The size of a property list.
struct PropertyListMeasure {
  /// The number of values, including keys. A value that occurs several times is counted each time.
  private(set) var valueCount = 0
  /// The number of bytes of text and data, including keys.
  private(set) var byteCount = 0
  /// The number of levels of nested dictionaries and arrays.
  private(set) var depth = 0
  /// Whether the document may have had more levels, since a dictionary keeps only the last of the members with the same
  /// key.
  private(set) var mayHaveBeenDeeper = false

  init(_ root: PropertyList.Value) {
    var open: [(value: PropertyList.Value, depth: Int)] = [(root, 0)]
    while let (value, around) = open.popLast() {
      valueCount += 1
      switch value {
      case .string(let text): byteCount += text.utf8.count
      case .data(let data): byteCount += data.count
      case .array(let elements):
        depth = max(depth, around + 1)
        for element in elements { open.append((element, around + 1)) }
      case .dictionary(let members):
        mayHaveBeenDeeper = true
        depth = max(depth, around + 1)
        for member in members {
          valueCount += 1
          byteCount += member.key.utf8.count
          open.append((member.value, around + 1))
        }
      // XML represents a UID as a dictionary.
      case .uid: mayHaveBeenDeeper = true
      case .integer, .real, .bool, .date: break
      }
    }
  }
}
