import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceMultipart

/// Parts written to files, and safe names for them.
@Suite(.timeLimit(.minutes(5))) struct PartFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func part(
    _ body: [UInt8], fileName: String? = nil, limits: MultipartLimits = MultipartLimits()
  ) async throws -> MultipartPart {
    let form = MultipartForm(.mixed, parts: [MultipartForm.Part(nil, .bytes(body), fileName: fileName)])
    var iterator = try MultipartReader(form, limits: limits).makeAsyncIterator()
    return try await iterator.part()
  }

  @Test func `a part is written to a new file`() async throws {
    let bytes = sampleBytes(300_000)
    #expect(try await part(bytes).write(toFile: directory.path("a")) == directory.path("a"))
    let isSame = try directory.contents("a") == bytes
    #expect(isSame)
    #expect(try openDescriptors(under: directory.path).count == 0)
  }

  @Test func `an existing file, link or folder is an error by default and stays unchanged`() async throws {
    try directory.file("there", [1])
    _ = try directory.symbolicLink("link", to: directory.path("elsewhere"))
    try directory.directory("folder")
    for (name, code) in [
      ("there", ErrorCode.fileExists), ("link", .fileExists), ("folder", .fileExists),
      ("no/where", .writeFailed),
      ("a\0b", .writeFailed),
    ] {
      let part = try await part([2])
      let error = await #expect(throws: BodyError.self) { try await part.write(toFile: directory.path(name)) }
      #expect(error?.code == code, "\(name)")
    }
    #expect(try directory.contents("there") == [1])
    #expect(try directory.names().sorted() == ["folder", "link", "there"])
  }

  @Test func `an existing file is replaced, or the new one gets a number`() async throws {
    let path = try directory.file("a.txt", [1])
    #expect(try await part([2]).write(toFile: path, ifExists: .unique) == directory.path("a (1).txt"))
    #expect(try await part([3]).write(toFile: path, ifExists: .replace) == path)
    #expect(try directory.contents("a.txt") == [3] && directory.contents("a (1).txt") == [2])
    #expect(try directory.names().count == 2)
  }

  @Test func `folders are created only if asked for, and may exist`() async throws {
    let path = directory.path("a/b//c/d")
    let error = await #expect(throws: BodyError.self) {
      try await StagedFile(for: path, creatingFolders: false)
    }
    #expect(error?.code == .writeFailed)
    for index in 1...2 as ClosedRange<UInt8> {
      let file = try await StagedFile(for: path, creatingFolders: true)
      try await file.append([index])
      #expect(try await file.commit(ifExists: .replace) == path)
      #expect(try directory.contents("a/b/c/d") == [index])
    }
    try directory.file("file")
    await #expect(throws: BodyError.self) {
      try await StagedFile(for: directory.path("file/a/b"), creatingFolders: true)
    }
  }

  @Test func `a part is written into a folder under its safe name`() async throws {
    for (name, expected) in [
      ("../a.txt", "a.txt"), ("x/a.txt", "a (1).txt"), ("", "file"), (nil, "file (1)"),
    ] as [(String?, String)] {
      let part = try await part([1], fileName: name)
      let path = try await part.write(
        inFolder: directory.path("in/it"), ifExists: .unique, creatingFolders: true)
      #expect(path == directory.path("in/it/\(expected)"))
      #expect(try directory.contents("in/it/\(expected)") == [1])
    }
    let part = try await part([2], fileName: "a.txt")
    let error = await #expect(throws: BodyError.self) {
      try await part.write(inFolder: directory.path("in/it/"))
    }
    #expect(error == BodyError(.fileExists, path: directory.path("in/it/a.txt")))
  }

  @Test func `an incomplete file never appears, and an existing one stays`() async throws {
    var limits = MultipartLimits()
    limits.maximumPartByteCount = 100_000
    try directory.file("b", [1])
    for name in ["a", "b"] {
      let part = try await part(sampleBytes(300_000), limits: limits)
      let error = await #expect(throws: MultipartError.self) {
        try await part.write(toFile: directory.path(name), ifExists: .replace)
      }
      #expect(error?.code == .partTooLarge)
    }
    #expect(try directory.names() == ["b"] && directory.contents("b") == [1])
    #expect(try openDescriptors(under: directory.path).isEmpty)
  }

  @Test(.enabled(if: hasUnnamedFiles, "needs files without a name"))
  func `a part has no name on disk while its bytes arrive`() async throws {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    continuation.yield(Array("--B\r\n\r\n123456".utf8))
    let writing = Task {
      for try await part in try MultipartReader(stream, contentType: "multipart/mixed; boundary=B") {
        try await part.write(toFile: directory.path("a"))
      }
    }
    #expect(try await eventually { try openDescriptors(under: directory.path).count == 1 })
    #expect(try directory.names() == [])
    writing.cancel()
    await #expect(throws: CancellationError.self) { try await writing.value }
    #expect(try directory.names() == [])
    #expect(try openDescriptors(under: directory.path).isEmpty)
  }

  @Test(arguments: [
    ("a.txt", "a.txt"), ("日本 ü.png", "日本 ü.png"), ("/etc/passwd", "passwd"), ("../../x", "x"),
    ("C:\\dir\\a.txt", "a.txt"),
    ("a/", "file"), ("", "file"), (".", "file"), ("..", "file"), ("...a", "a"), (".bashrc", "bashrc"),
    (" a . ", "a"),
    ("a\0b\r\nc\u{7F}\u{85}", "a_b__c__"), ("a:b*?\"<>|", "a_b______"), ("a\u{202E}gpj.exe", "a_gpj.exe"),
    ("-rf", "_rf"), ("~root", "_root"), ("--", "_-"), ("~", "_"), ("-", "_"), (". -rf.", "_rf"),
    ("/-a/-b", "_b"),
    // The ends of the ranges of characters that are replaced, and what is beside them.
    ("a\u{1F} ~\u{7F}\u{9F}\u{A0}b", "a_ ~__\u{A0}b"),
    (
      "a\u{200A}\u{200B}\u{200F}\u{2010}\u{2027}\u{2028}\u{202E}\u{202F}b",
      "a\u{200A}__\u{2010}\u{2027}__\u{202F}b"
    ),
    ("a\u{61B}\u{61C}\u{61D}b", "a\u{61B}_\u{61D}b"),
    ("a\u{205F}\u{2060}\u{206F}\u{2070}\u{FEFE}\u{FEFF}b", "a\u{205F}__\u{2070}\u{FEFE}_b"),
    ("~/.ssh/~a", "_a"), ("\u{200B}-a", "_-a"), ("-\u{301}a", "_\u{301}a"), ("a-~b~", "a-~b~"),
    ("-con", "_con"),
    ("-.txt", "_.txt"), ("~.", "_"), (".-", "_"),
    ("-" + String(repeating: "x", count: 300), "_" + String(repeating: "x", count: 199)),
    ("CONIN$", "_CONIN$"), ("Conout$.txt", "_Conout$.txt"), ("COM¹", "_COM¹"), ("lpt³.a.b", "_lpt³.a.b"),
    ("nul .txt", "_nul .txt"), ("aux  .", "_aux"), ("nul a.txt", "nul a.txt"), ("com⁴", "com⁴"),
    ("con", "_con"), ("COM1.txt", "_COM1.txt"), ("com10", "com10"), ("a\u{301}/\u{301}b", "\u{301}b"),
    (String(repeating: "x", count: 300) + ".tar.gz", String(repeating: "x", count: 197) + ".gz"),
    (String(repeating: "é", count: 300), String(repeating: "é", count: 100)),
    ("a." + String(repeating: "x", count: 300), "a." + String(repeating: "x", count: 198)),
    ("con." + String(repeating: "x", count: 300), "_con." + String(repeating: "x", count: 195)),
    (
      String(repeating: "x", count: 300) + ".123456789012345",
      String(repeating: "x", count: 184) + ".123456789012345"
    ),
    (String(repeating: "x", count: 300) + ".1234567890123456", String(repeating: "x", count: 200)),
    (String(repeating: "x", count: 198) + " .12345678901234567", String(repeating: "x", count: 198)),
    ("a. .txt", "a. .txt"),
  ]) func `any received name becomes a safe name`(received: String, name: String) {
    #expect(SafeFileName(received).description == name)
  }

  @Test func `making a safe name takes linear time`() {
    #expect(SafeFileName(String(repeating: "\u{301}/", count: 200_000) + "a").description == "a")
    #expect(SafeFileName("a" + String(repeating: " ", count: 200_000)).description == "a")
  }
}
