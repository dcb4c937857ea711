import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// Files that several processes replace.
@Suite(.timeLimit(.minutes(5))) struct ReplacementTests {
  private let folder: TemporaryDirectory
  private let path: DestinationPath

  init() throws {
    folder = try TemporaryDirectory()
    path = try DestinationPath(folder.path("jar"))
  }

  @Test func `the content is replaced, and nothing else is left`() throws {
    try path.replace(with: [1], permissions: 0o600)
    try path.replace(with: [2, 3], permissions: 0o600)
    #expect(try folder.names() == ["jar"] && folder.contents("jar") == [2, 3])
    #expect(try openDescriptors(under: folder.path).isEmpty)
    let missing = try DestinationPath(folder.path("missing/jar"))
    #expect(throws: BodyError.self) { try missing.replace(with: [], permissions: 0o600) }
  }

  @Test func `cookies that could not be read are not replaced by others`() async throws {
    let old = Array("# Netscape HTTP Cookie File\n".utf8)
    try folder.file("jar", old)
    for isKnown in [false, true] {
      let file = CookieFile(at: folder.path("jar"))
      if !isKnown { file.didFailToLoad(SystemError(number: EIO)) }
      file.noteChange()
      await file.save { [Array("a.example\tFALSE\t/\tFALSE\t4000000000\tb\t2".utf8)] }
      #expect(try (folder.contents("jar") == old) == !isKnown)
    }
  }

  @Test func `only a file that no process writes any more is removed`() throws {
    let (abandoned, written) = ("\(path.hiddenStem)-a1.new", "\(path.hiddenStem)-b2.new")
    let foreign = ".sluice-\(String(repeating: "0", count: 32))-d.new"
    let others = ["\(path.hiddenStem)-c.part", "jar.new", foreign]
    for name in [abandoned, written] + others { try folder.file(name, [1]) }
    let writer = try Descriptor.open(folder.path(written), flags: O_RDWR)
    #expect(try writer.claim())
    _ = try folder.symbolicLink("\(path.hiddenStem)-e.new", to: folder.path("jar.new"))
    path.removeAbandonedReplacements()
    let kept = [written, "\(path.hiddenStem)-e.new"] + others
    #expect(try folder.names().sorted() == kept.sorted())
    writer.release()
    path.removeAbandonedReplacements()
    #expect(try !folder.names().contains(written))
  }

  @Test func `writers and those that clean up do not disturb each other`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<8 as Range<UInt8> {
        group.addTask {
          for _ in 0..<50 {
            try path.replace(with: [number, number], permissions: 0o600)
            path.removeAbandonedReplacements()
          }
        }
      }
      try await group.waitForAll()
    }
    let content = try folder.contents("jar")
    #expect(content.count == 2 && content.first == content.last)
    #expect(try folder.names() == ["jar"])
  }
}
