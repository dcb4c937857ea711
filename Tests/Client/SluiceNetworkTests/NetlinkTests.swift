import SluiceTestSupport
import Testing

@testable import SluiceNetwork

/// The system's replies about the network, written by hand.
@Suite(.timeLimit(.minutes(5))) struct NetlinkTests {
  private func status(_ datagrams: [UInt8]...) throws -> NetworkStatus {
    var tables = NetworkTables()
    for datagram in datagrams {
      for message in try NetlinkMessage.messages(in: datagram) { try tables.add(message) }
    }
    return tables.status
  }

  private static let ethernet = Crafted.link(2, "eth0", flags: 0x1043)

  @Test func `links that are up have names, and are in the order of their numbers`() throws {
    let status = try status(
      Crafted.link(9, "wg0", flags: 0x41) + Crafted.link(2, "eth0", flags: 0x1043),
      Crafted.link(3, "down", flags: 0x1002) + Crafted.link(4, "unplugged", flags: 0x1003),
      Crafted.link(5, "bridge-port", flags: 0x1043, family: 7) + Crafted.link(1, "lo", flags: 0x49))
    #expect(status.interfaces.map(\.name) == ["lo", "eth0", "wg0"])
    #expect(status.interfaces.allSatisfy { $0.addressFamilies.isEmpty && $0.defaultRouteFamilies.isEmpty })
    #expect(!status.isReachable)
  }

  @Test func `an address and a default route make a family reachable`() throws {
    let address = Crafted.address(2)
    let route = Crafted.route(through: 2)
    let whole = try status(Self.ethernet, address, route)
    #expect(
      whole.interfaces == [.init(name: "eth0", addressFamilies: [.ipv4], defaultRouteFamilies: [.ipv4])])
    #expect(whole.families == [.ipv4])
    #expect(whole.isReachable)
    #expect(try !status(Self.ethernet, address).isReachable)
    #expect(try !status(Self.ethernet, route).isReachable)
    #expect(try !status(address, route).isReachable, "of a link that is not up")
    #expect(try status(Self.ethernet, Crafted.address(2, family: 10), route).families == [])
  }

  @Test func `the address may be of another interface, such as loopback`() throws {
    let lo = Crafted.link(1, "lo", flags: 0x49)
    #expect(try status(lo, Self.ethernet, Crafted.address(1), Crafted.route(through: 2)).families == [.ipv4])
    #expect(try status(lo, Self.ethernet, Crafted.address(2), Crafted.route(through: 1)).families == [])
  }

  @Test(
    arguments: [
      "scope link": Crafted.address(2, scope: 253),
      "scope host": Crafted.address(2, scope: 254),
      "scope nowhere": Crafted.address(2, scope: 255),
      "tentative": Crafted.address(2, family: 10, flags: 0x40),
      "tentative, in the attribute": Crafted.address(2, family: 10, longFlags: 0x40),
      "duplicate": Crafted.address(2, family: 10, longFlags: 0x88),
      "duplicate, optimistic": Crafted.address(2, family: 10, longFlags: 0x4C),
      "another family": Crafted.address(2, family: 28),
    ] as NamedCases)
  func `an address that others cannot use does not count`(address: NamedCase<[UInt8]>) throws {
    #expect(try status(Self.ethernet, address.value).interfaces.first?.addressFamilies == [])
  }

  @Test(
    arguments: [
      "scope site": Crafted.address(2, scope: 200),
      "deprecated": Crafted.address(2, flags: 0x20),
      "optimistic": Crafted.address(2, longFlags: 0x44),
    ] as NamedCases)
  func `other addresses count`(address: NamedCase<[UInt8]>) throws {
    #expect(try status(Self.ethernet, address.value).interfaces.first?.addressFamilies == [.ipv4])
  }

  @Test(
    arguments: [
      "a prefix": Crafted.route(through: 2, prefix: 1),
      "local": Crafted.route(through: 2, type: 2),
      "blackhole": Crafted.route(through: 2, type: 6),
      "unreachable": Crafted.route(through: 2, type: 7),
      "a copy": Crafted.route(through: 2, flags: 0x200),
      "no link": Crafted.route(through: nil),
      "another link": Crafted.route(through: 3),
      "a multicast router's": Crafted.route(through: 2, family: 128),
    ] as NamedCases)
  func `a route that does not lead anywhere does not count`(route: NamedCase<[UInt8]>) throws {
    #expect(try status(Self.ethernet, route.value).interfaces.first?.defaultRouteFamilies == [])
  }

  @Test func `a route with several hops leads through each of them`() throws {
    let status = try status(
      Self.ethernet, Crafted.link(3, "eth1", flags: 0x1043),
      Crafted.route(through: nil, hops: [3, 2], family: 10))
    #expect(status.interfaces.map(\.defaultRouteFamilies) == [[.ipv6], [.ipv6]])
  }

  @Test func `a reply ends at its end, and others do not belong to it`() throws {
    var tables = NetworkTables()
    var dump = NetlinkDump(sequence: 18)
    #expect(try !dump.append(Crafted.link(7, "other", flags: 0x41, sequence: 17), to: &tables))
    #expect(try !dump.append(Crafted.done(sequence: 17), to: &tables))
    #expect(try !dump.append([], to: &tables))
    #expect(try dump.append(Self.ethernet + Crafted.done(sequence: 18), to: &tables))
    #expect(tables.status.interfaces.map(\.name) == ["eth0"])
    #expect(!dump.isInterrupted)
    #expect(try dump.append(Crafted.done(sequence: 18, flags: 0x12), to: &tables))
    #expect(dump.isInterrupted)
  }

  @Test func `a failure is an error with its number`() {
    var tables = NetworkTables()
    var dump = NetlinkDump(sequence: 1)
    let refused = Crafted.message(2, sequence: 1, Crafted.number(UInt32(bitPattern: -1)) + [0, 0, 0, 0])
    let error = #expect(throws: NetworkError.self) { try dump.append(refused, to: &tables) }
    #expect(error?.systemErrorNumber == 1)
    #expect(error?.description == "system-failed: Operation not permitted")
    for number in [-105, .min] as [Int32] {
      let error = #expect(throws: NetworkError.self) {
        try dump.append(Crafted.done(sequence: 1, error: number), to: &tables)
      }
      #expect(error?.systemErrorNumber == (number == .min ? .max : -number))
    }
    for empty in [Crafted.message(2, sequence: 1, []), Crafted.message(2, sequence: 1, [0, 0, 0, 0])] {
      #expect(throws: NetworkError.malformedReply) { try dump.append(empty, to: &tables) }
    }
  }

  private static let conversation =
    Crafted.link(1, "lo", flags: 0x49) + ethernet + Crafted.address(2)
    + Crafted.address(2, family: 10, longFlags: 0)
    + Crafted.route(through: 2) + Crafted.route(through: nil, hops: [2, 1], family: 10)
    + Crafted.done(sequence: 26)

  @Test func `a datagram that is cut anywhere is an error, or ends at a message`() throws {
    let whole = Self.conversation
    let ends = try NetlinkMessage.messages(in: whole).reduce(into: [0]) { ends, message in
      ends.append((message.payload.endIndex + 3) & ~3)
    }
    #expect(ends.last == whole.count)
    for count in 0...whole.count {
      let cut = Array(whole[..<count])
      let messages = try? NetlinkMessage.messages(in: cut)
      // The padding of the last message may be missing.
      let mayEnd = ends.contains { $0 - 3...$0 ~= count && whole[count..<$0].allSatisfy { $0 == 0 } }
      if !mayEnd { #expect(messages == nil, "cut at \(count)") }
      if ends.contains(count) { #expect(messages?.count == ends.firstIndex(of: count)) }
    }
  }

  @Test func `a payload that is cut anywhere never traps`() throws {
    for message in try NetlinkMessage.messages(in: Self.conversation) {
      for count in 0...message.payload.count {
        var tables = NetworkTables()
        let cut = NetlinkMessage(
          type: message.type, flags: message.flags, sequence: 0, payload: message.payload.prefix(count))
        try? tables.add(cut)
        _ = tables.status
        _ = NetworkTables.mayChange(cut)
      }
    }
  }

  @Test func `changed bytes never trap`() {
    var random = SeededGenerator(seed: 23)
    for _ in 0..<20_000 {
      var bytes = Self.conversation
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] =
          [0, 1, 3, 4, 0xFF, UInt8.random(in: .min ... .max, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      var tables = NetworkTables()
      var dump = NetlinkDump(sequence: 26)
      _ = try? dump.append(bytes, to: &tables)
      for message in (try? NetlinkMessage.messages(in: bytes)) ?? [] { try? tables.add(message) }
      _ = tables.status.isReachable
    }
  }

  @Test func `only changes that may change the status lead to a new one`() throws {
    func mayChange(_ bytes: [UInt8]) throws -> Bool {
      try NetlinkMessage.messages(in: bytes).contains(where: NetworkTables.mayChange)
    }
    #expect(try mayChange(Self.ethernet))
    #expect(try mayChange(Crafted.address(2)))
    #expect(try mayChange(Crafted.route(through: 2)))
    #expect(try mayChange(Crafted.route(through: 2, kind: 25)))
    #expect(try mayChange(Crafted.message(24, sequence: 0, [2])), "malformed")
    #expect(try !mayChange(Crafted.route(through: 2, prefix: 24)))
    #expect(try !mayChange(Crafted.message(28, sequence: 0, [])), "a neighbor")
  }
}
