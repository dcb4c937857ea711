import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Digests, with the instructions of the processor and without them. FIPS 180-4's examples are the oracle.
@Suite(.timeLimit(.minutes(5))) struct SHA256Tests {
  @Test func `digests are those of the standard's examples`() {
    #expect(
      SHA256.hexDigest(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexDigest(of: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA256.hexDigest(of: String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test(.enabled(if: SHA256.State.isAccelerated, "needs a processor with the instructions"))
  func `the instructions of the processor give the same state`() {
    var bytes: [UInt8] = []
    for count in [0, 1, 2, 3, 7, 100] {
      bytes = (0..<count * 64).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) }
      var (state, other) = (SHA256.State(), SHA256.State())
      // From another state than the first one, too.
      for _ in 0..<2 {
        state.mix(bytes.span, isAccelerated: true)
        other.mix(bytes.span, isAccelerated: false)
        #expect(state.words == other.words)
      }
    }
  }

  @Test func `the digest does not depend on how the bytes are cut`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var whole = SHA256()
    whole.update(bytes.span)
    for size in 1...130 {
      var pieces = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        pieces.update(bytes.span.extracting(start..<min(start + size, bytes.count)))
      }
      #expect(pieces.digest == whole.digest)
    }
  }
}

extension SHA256.State {
  fileprivate var words: [UInt32] { [a, b, c, d, e, f, g, h] }
}
