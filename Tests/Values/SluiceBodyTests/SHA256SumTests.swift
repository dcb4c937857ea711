import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Sums of bytes and bodies, for signatures. The examples of RFC 4231 are the oracle of HMAC.
@Suite(.timeLimit(.minutes(5))) struct SHA256SumTests {
  struct Example: Sendable {
    let key: [UInt8]
    let data: [UInt8]
    let hmac: String
  }

  static let examples: NamedCases<Example> = [
    "a key of 20 bytes": Example(
      key: Array(repeating: 0x0B, count: 20), data: Array("Hi There".utf8),
      hmac: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    "a short key": Example(
      key: Array("Jefe".utf8), data: Array("what do ya want for nothing?".utf8),
      hmac: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    "a key of 131 bytes": Example(
      key: Array(repeating: 0xAA, count: 131),
      data: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      hmac: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
  ]

  @Test(arguments: examples) func `an HMAC is that of the standard's example`(example: NamedCase<Example>)
    async throws
  {
    let example = example.value
    #expect("\(SHA256Sum(of: example.data, key: example.key))" == example.hmac)
    let body = JoinedSource([.bytes(example.data.prefix(3)), .bytes(example.data.dropFirst(3))])
    #expect("\(try await body.sha256(key: example.key))" == example.hmac)
  }

  @Test func `the sum of a body is that of its bytes`() async throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let sum = try await BytesSource(bytes).sha256()
    #expect(sum == SHA256Sum(of: bytes) && sum.bytes.count == 32)
    #expect(sum != SHA256Sum(of: bytes, key: []))
    #expect(
      "\(SHA256Sum(of: "abc".utf8))" == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `the error of a body is thrown`() async {
    struct Broken: Error {}
    let body = ScriptedSource([.bytes([1]), .fail(Broken())])
    await #expect(throws: Broken.self) { try await body.sha256() }
  }
}
