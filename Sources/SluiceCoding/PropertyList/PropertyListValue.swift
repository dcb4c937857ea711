public import FoundationEssentials

extension PropertyList {
  /// A property list, for those who have no type for it.
  ///
  /// ``PropertyList/Decoder`` decodes any document as one and ``PropertyList/Encoder`` encodes it, whatever its
  /// root is. Members keep their order, which counts when values are compared.
  public enum Value: Sendable, Hashable {
    case string(String)
    /// Documents hold −2⁶³ to 2⁶⁴ − 1.
    case integer(Int128)
    case real(Double)
    case bool(Bool)
    /// XML has whole seconds, of the years 0000 to 9999.
    case date(Date)
    case data(Data)
    case array([Value])
    case dictionary([Member])
    /// A keyed archive's reference to another of its objects. In XML it is a dictionary whose one member is an
    /// integer named `CF$UID`, which is therefore always read as this.
    case uid(UInt64)

    /// A member of a dictionary. Of members with the same key, readers take the last.
    public struct Member: Sendable, Hashable {
      public var key: String
      public var value: Value

      public init(_ key: String, _ value: Value) {
        self.key = key
        self.value = value
      }
    }
  }
}

extension PropertyList.Value {
  /// The member of a dictionary with this key, byte for byte. Nil where there is none, and for all else.
  public subscript(key: String) -> PropertyList.Value? {
    guard case .dictionary(let members) = self else { return nil }
    let key = ExactString(key)
    return members.last { ExactString($0.key) == key }?.value
  }

  /// The element of an array, from 0. Nil where there is none, and for all else.
  public subscript(index: Int) -> PropertyList.Value? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension PropertyList.Value {
  /// What stands for nil, which property lists do not have.
  static let null = PropertyList.Value.string("$null")
  /// The key of a UID in formats that have none.
  static let uidKey = "CF$UID"
  /// The integers that documents hold.
  static let integers: ClosedRange<Int128> = Int128(Int64.min)...Int128(UInt64.max)

  /// How many containers may lie within one another in what is read or written. Values are freed recursively.
  static let maxDepth = 1024

  var isNull: Bool {
    guard case .string(let text) = self else { return false }
    return ExactString(text) == ExactString("$null")
  }

  /// A dictionary of members that may have equal keys: the first's place, and the last's value.
  static func dictionary(mergingMembers members: [Member]) -> PropertyList.Value {
    var places: [ExactString: Int] = [:]
    places.reserveCapacity(members.count)
    for (place, member) in members.enumerated() {
      guard places.updateValue(place, forKey: ExactString(member.key)) == nil else {
        return .dictionary(merged(members))
      }
    }
    return .dictionary(members)
  }

  private static func merged(_ members: [Member]) -> [Member] {
    var places: [ExactString: Int] = [:]
    var merged: [Member] = []
    for member in members {
      if let place = places[ExactString(member.key)] {
        merged[place].value = member.value
      } else {
        places[ExactString(member.key)] = merged.count
        merged.append(member)
      }
    }
    return merged
  }
}
