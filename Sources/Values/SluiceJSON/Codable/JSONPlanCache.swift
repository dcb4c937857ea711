/// A cache of what is known about types, by type.
///
/// It is a hash table with open addressing and linear probing.
struct JSONPlanCache<Plan> {
  /// The maximum number of types in a cache that is kept between calls.
  static var maximumKeptCount: Int { 256 }

  /// The slots of the table. At least half are free, and their number is a power of two.
  private var slots: [(type: ObjectIdentifier, plan: Plan)?] = Array(repeating: nil, count: 16)
  private(set) var count = 0

  /// Returns the plan for a type, or `nil` if it has none yet.
  @inline(__always)
  func known(for type: Any.Type) -> Plan? {
    let identifier = ObjectIdentifier(type)
    var slot = firstSlot(for: identifier)
    while let known = slots[slot] {
      if known.type == identifier { return known.plan }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Returns the plan for a type, and calls `make` to create it the first time.
  @inline(__always)
  mutating func plan(for type: Any.Type, _ make: () -> Plan) -> Plan {
    let identifier = ObjectIdentifier(type)
    var slot = firstSlot(for: identifier)
    while let known = slots[slot] {
      if known.type == identifier { return known.plan }
      slot = (slot + 1) & (slots.count - 1)
    }
    let plan = make()
    insert((identifier, plan), at: slot)
    return plan
  }

  @inline(never)
  private mutating func insert(_ entry: (type: ObjectIdentifier, plan: Plan), at slot: Int) {
    slots[slot] = entry
    count += 1
    guard count * 2 > slots.count else { return }
    let entries = slots.compactMap { $0 }
    slots = Array(repeating: nil, count: slots.count * 2)
    for entry in entries {
      var slot = firstSlot(for: entry.type)
      while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  @inline(__always)
  private func firstSlot(for type: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: type)
    return Int(truncatingIfNeeded: (address >> 4) ^ (address >> 10)) & (slots.count - 1)
  }
}

extension JSONPlanCache: Sendable where Plan: Sendable {}
