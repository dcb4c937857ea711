import Glibc
import SluiceTestSupport
import Testing

@testable import SluiceBody

/// File descriptors and the event that wakes their waiting thread.
@Suite(.timeLimit(.minutes(5))) struct DescriptorTests {
  /// A descriptor inherited by a child process would keep a FIFO from ending.
  @Test func `a child process inherits no descriptor`() throws {
    let opened = try Descriptor.open("/dev/null", flags: O_RDONLY)
    let pair = try Descriptor.pair()
    let duplicate = try Descriptor.duplicate(opened.rawValue)
    for descriptor in [opened, duplicate, pair.reading, pair.writing] {
      #expect(fcntl(descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  /// libdispatch traps if it cannot open a file of /proc.
  @Test func `the last descriptors are left to the runtime`() {
    let limit = CInt(clamping: sysconf(CInt(_SC_OPEN_MAX)))
    #expect(Descriptor.isReserved(limit - 1) && Descriptor.isReserved(limit - 8))
    #expect(!Descriptor.isReserved(limit - 9) && !Descriptor.isReserved(0))
  }

  @Test func `a released descriptor is closed`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("file")
    var descriptor: Descriptor? = try Descriptor.open(path, flags: O_RDONLY)
    #expect(try openDescriptors(under: path).count == 1)
    descriptor = nil
    #expect(try openDescriptors(under: path).count == 0)
    _ = descriptor
  }

  @Test func `many calls before a wait end a single wait, and never block`() throws {
    let waker = try ThreadWaker()
    for _ in 0..<100_000 { waker.wake() }
    try waker.wait()
    let zero = try Descriptor.open("/dev/zero", flags: O_RDONLY)
    #expect(try waker.wait(orReadable: zero.rawValue), "the waker is silent again")
  }

  @Test func `a call before the wait takes precedence over a readable descriptor`() throws {
    let waker = try ThreadWaker()
    let zero = try Descriptor.open("/dev/zero", flags: O_RDONLY)
    #expect(try waker.wait(orReadable: zero.rawValue))
    waker.wake()
    #expect(try !waker.wait(orReadable: zero.rawValue))
  }

  @Test func `the check of writes leaves no descriptor, and keeps the claim`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("file")
    let file = try Descriptor.open(path, flags: O_RDWR)
    #expect(try file.claim())
    try checkWrites(to: file.rawValue)
    #expect(try openDescriptors(under: path).count == 1)
    #expect(try !Descriptor.open(path, flags: O_RDWR).claim())
    #expect(#expect(throws: SystemError.self) { try checkWrites(to: -1) }?.number == EBADF)
  }

  @Test func `bytes are read at an offset, up to the end of the file`() throws {
    let directory = try TemporaryDirectory()
    let file = try Descriptor.open(directory.file("file", sampleBytes(100_000)), flags: O_RDONLY)
    var bytes: [UInt8] = [1]
    try file.read(into: &bytes, count: 10, at: 5)
    #expect(bytes == [1] + sampleBytes(100_000)[5..<15])
    bytes = []
    try file.read(into: &bytes, count: 100, at: 99_950)
    #expect(bytes == Array(sampleBytes(100_000)[99_950...]))
  }

  @Test func `a failed call is an error with the system's text`() throws {
    let error = #expect(throws: SystemError.self) { try Descriptor.open("/nowhere/at/all", flags: O_RDONLY) }
    #expect(error?.number == ENOENT)
    #expect(error?.description == "No such file or directory")
    #expect(error?.isMissingFile == true)
  }
}
