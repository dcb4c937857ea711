import Glibc
import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Paths that lead to an open descriptor.
@Suite(.timeLimit(.minutes(5))) struct InheritedDescriptorTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test(arguments: [
    "/proc/self/fd/1", "/dev/fd/1", "/dev/stdout", "/proc/thread-self/fd/1", "/dev/../dev/fd/1",
  ])
  func `a path of a descriptor is found, also through links`(path: String) throws {
    #expect(Descriptor.inherited(at: path) == 1)
    #expect(Descriptor.inherited(at: try folder.symbolicLink("link", to: path)) == 1)
    #expect(Descriptor.inherited(at: try folder.symbolicLink("other", to: "link")) == 1)
    #expect(Descriptor.inherited(at: "/dev/stderr") == 2)
  }

  @Test func `other paths lead to none`() throws {
    let own = try Descriptor.open("/dev/null", flags: O_RDONLY)
    let link = try folder.symbolicLink("link", to: folder.path("1"))
    let paths = [
      "", "1", "/", "/proc/self/fd", "/proc/self/fd/01", "/proc/self/fd/+1", "/proc/self/fd/999999",
      "/proc/self/fd/\(own.rawValue)", "/proc/1/fd/1x", "/dev/null", "/dev/fd/1\0", link,
      try folder.file("1"), folder.path("missing"), try folder.symbolicLink("loop", to: folder.path("loop")),
    ]
    for path in paths { #expect(Descriptor.inherited(at: path) == nil, "\(path)") }
    // As another program would have got it.
    let passed = Descriptor(owning: dup(own.rawValue))
    #expect(Descriptor.inherited(at: "/dev/fd/\(passed.rawValue)") == passed.rawValue)
  }
}
