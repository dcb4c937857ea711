/// What was found out about the types that were met.
struct JSONPlanCache<Plan> {
  /// At least half of them are free.
  private var slots: [(type: ObjectIdentifier, plan: Plan)?] = Array(repeating: nil, count: 16)
  private var count = 0

  /// The plan for `type`; `make` makes it if it is not there.
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
