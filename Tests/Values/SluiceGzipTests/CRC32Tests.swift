import SluiceGzip
import Testing

/// The checksum of gzip.
@Suite(.timeLimit(.minutes(5))) struct CRC32Tests {
  private func checksum(_ text: some StringProtocol) -> UInt32 {
    CRC32.checksum(of: Array(text.utf8).span)
  }

  @Test func `checksums are those of RFC 1952`() {
    // The check value of CRC-32/ISO-HDLC, and what Python's zlib.crc32 returns.
    #expect(checksum("123456789") == 0xCBF4_3926)
    #expect(checksum("") == 0)
    #expect(checksum("sluice") == 0x0859_4932)
  }
}
