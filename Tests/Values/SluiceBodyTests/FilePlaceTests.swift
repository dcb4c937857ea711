import SluiceTestSupport
import Testing

@testable import SluiceBody

@Suite(.timeLimit(.minutes(5))) struct FilePlaceTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory(inMemory: true)
    try directory.directory("folder")
    try directory.file("folder/file")
    _ = try directory.symbolicLink("link", to: "folder")
    _ = try directory.symbolicLink("dangling", to: "./new")
    _ = try directory.symbolicLink("inside", to: "folder/file")
    _ = try directory.symbolicLink("loop", to: "loop/a")
  }

  private func path(_ name: String) -> String { name.hasPrefix("/") ? name : directory.path(name) }

  @Test(
    arguments: [
      ("folder", "folder/file", true), ("folder", "link/new", true), ("folder", "inside", true),
      ("folder", "link", true), ("link/", "folder/a/b/c", true), ("folder", "folder/../file", false),
      ("folder", "folder2/a", false), ("folder", "dangling/a", false), ("folder", "loop", false),
      ("new", "new", true), ("new", "new/a", true), ("new", "dangling/a", true), ("new", "dangling", true),
      ("dangling", "new/a/b", true), ("new/a", "dangling/./b/../a//c", true), ("new/a", "new/b", false),
      ("new/a", "new", false), ("new", "new2", false), ("new", "NEW/a", false), ("new", "loop/new", false),
      ("/", "new", true), ("loop", "loop", false),
    ])
  func `a folder contains the paths that lead into it`(folder: String, file: String, isInside: Bool) {
    let place = FilePlace(resolving: path(folder))
    #expect((place?.contains(path(file)) ?? false) == isInside)
  }

  @Test func `names that differ in case only are one place where the file system ignores case`() throws {
    let place = try #require(FilePlace(resolving: path("new/a")))
    #expect(place.contains(path("dangling/A/b")) { $0.hasSuffix("/.") || $0 == directory.path })
    #expect(!place.contains(path("dangling/A/b")) { _ in false })
    #expect(place.isSame(as: FilePlace(path("NEW/A"))) { _ in true })
    #expect(!place.isSame(as: FilePlace(path("NEW/B"))) { _ in true })
  }
}
