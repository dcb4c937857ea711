import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// A mapping of a whole file.
///
/// SAFETY: `@safe` is sound because the memory is unmapped only by `deinit`, and accessed within its bounds.
@safe
private final class Mapping {
  private let memory: UnsafeMutableRawBufferPointer

  init(_ path: String, _ protection: CInt) throws {
    let file = try Descriptor.open(path, flags: O_RDONLY)
    let count = Int(try file.status().byteCount)
    let start = unsafe mmap(nil, count, protection, MAP_PRIVATE, file.rawValue, 0)
    guard unsafe start != MAP_FAILED else { throw SystemError(number: errno) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { unsafe munmap(memory.baseAddress, memory.count) }

  var bytes: [UInt8] { unsafe Array(memory) }

  var addresses: Range<UInt> {
    let start = unsafe UInt(bitPattern: memory.baseAddress)
    return unsafe start..<start + UInt(memory.count)
  }

  /// Changes a byte, and forbids further changes.
  func change(_ index: Int) throws {
    unsafe memory[index] ^= 0xff
    guard unsafe mprotect(memory.baseAddress, memory.count, PROT_READ) == 0 else {
      throw SystemError(number: errno)
    }
  }

  /// The memory that the mapping takes, in KiB.
  func residentCount() throws -> Int {
    let list = try Descriptor.open("/proc/self/smaps", flags: O_RDONLY).content(upTo: 16 << 20)
    let address = String(addresses.lowerBound, radix: 16)
    let mapping = try #require(String(decoding: list, as: UTF8.self).split(separator: "\n\(address)-").last)
    let line = try #require(mapping.split(separator: "\n").first { $0.hasPrefix("Rss:") })
    return try #require(Int(line.split(separator: " ")[1]))
  }
}

/// Returns the memory of mapped files to the system, which must change no byte.
@Suite(.timeLimit(.minutes(5))) struct MappedFilesTests {
  private let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  private let path: String
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.file("file", content)
  }

  @Test func `pages that are the same as in the file are released, and read again`() throws {
    let mapping = try Mapping(path, PROT_READ)
    #expect(mapping.bytes == content)
    #expect(try mapping.residentCount() > 0)
    MappedFiles.release(mapping.addresses)
    #expect(try mapping.residentCount() == 0)
    #expect(mapping.bytes == content)
  }

  @Test func `a changed page stays, also if it cannot be written to any more`() throws {
    let mapping = try Mapping(path, PROT_READ | PROT_WRITE)
    try mapping.change(5000)
    MappedFiles.release(mapping.addresses)
    var expected = content
    expected[5000] ^= 0xff
    #expect(mapping.bytes == expected)
  }

  @Test(arguments: [
    ("1000-3000 r--p 00000000 fe:00 12  /a b", "0 kB", [0x1000..<0x3000]),
    ("1000-3000 r-xp 00000000 fe:00 12  /a", "0 kB", [0x1000..<0x3000]),
    ("1000-3000 r--p 00000000 fe:00 12  /a", "4 kB", []),
    ("1000-3000 rw-p 00000000 fe:00 12  /a", "0 kB", []),
    ("1000-3000 r--s 00000000 fe:00 12  /a", "0 kB", []),
    ("1000-3000 r-xp 00000000 00:00 0   [vdso]", "0 kB", []),
    ("1000-3000 r--p 00000000 00:00 0", "0 kB", []),
    ("3000-1000 r--p 00000000 fe:00 12  /a", "0 kB", []),
    ("1000-3000-4000 r--p 00000000 fe:00 12  /a", "0 kB", []),
    ("1000-fffffffffffffffff r--p 00000000 fe:00 12  /a", "0 kB", []),
  ])
  func `only files that cannot be written to, and are not changed, are released`(
    line: String, changed: String, expected: [Range<UInt>]
  ) {
    let list = "\(line)\nRss:    8 kB\nAnonymous:      \(changed)\nKSM:   0 kB\nVmFlags: rd\n"
    #expect(MappedFiles.unchanged(in: Array(list.utf8)) == expected)
    #expect(MappedFiles.unchanged(in: Array((list + list).utf8)) == expected + expected)
  }
}
