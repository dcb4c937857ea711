import FoundationEssentials
import SluiceBody
import SluiceClientTestSupport
import Testing

@testable import SluiceTransfers

/// Records of which some bytes have changed on the disk.
@Suite(.timeLimit(.minutes(1))) struct RecordSumTests {
  private static let parts = PartsRecord(
    partByteCount: 131_072, uploadID: "9f86d081",
    body: BodyIdentity(byteCount: 900_000, version: "1"), drawn: [],
    parts: [1, 3].map { PartsRecord.Part(number: $0, fields: [["ETag", "\"b10a8d\($0)\""]]) })

  private static let upload = UploadRecord(
    protocol: "draft-6", request: "9f86d081", url: "https://example.com/uploads/7", offset: 1_048_576,
    body: BodyIdentity(byteCount: 4_194_304, version: "1"), drawn: ["sluice-5b0f"], isOwnOrigin: true)

  @Test func `a record with a changed bit is refused, or is the same`() throws {
    try checkChangedBits(Self.parts)
    try checkChangedBits(Self.upload)
  }

  private func checkChangedBits<Record: StoredRecord & Equatable>(_ record: Record) throws {
    let bytes = try record.bytes()
    #expect(Record(parsing: bytes) == record)
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        if let other = Record(parsing: changed) { #expect(other == record, "byte \(index), bit \(bit)") }
      }
    }
  }

  @Test func `a record of a download with a changed bit is refused, or is the same`() throws {
    let text = """
      {"version":3,"file":"a","part":".sluice-1.2.part","inode":12,"resumption":{"version":2,"url":"9f",\
      "validator":"\\"abc\\"","byteCount":4096,"missing":[[1024,2048],[3000,4096]]}}
      """
    // A record of a version without checksums.
    let record = try #require(DownloadRecord(parsing: Array(text.utf8)))
    let bytes = try record.bytes()
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        guard let other = DownloadRecord(parsing: changed) else { continue }
        #expect(try other.bytes() == bytes, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `a record of a version without checksums is accepted`() throws {
    let bytes = try JSONEncoder().encode(Self.parts)
    #expect(PartsRecord(parsing: bytes.map { $0 }) == Self.parts)
  }

  @Test func `a truncated record is refused`() throws {
    let bytes = try Self.parts.bytes()
    for count in bytes.indices {
      #expect(PartsRecord(parsing: Array(bytes[..<count])) == nil, "\(count) bytes")
    }
  }
}
