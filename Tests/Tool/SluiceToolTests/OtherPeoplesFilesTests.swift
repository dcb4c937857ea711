import FoundationEssentials
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Each command that writes, with files that exist: what has not proved to be ours stays as it is.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct OtherPeoplesFilesTests {
  private let folder: TemporaryDirectory
  private let precious = Array(#"{"precious":1}"#.utf8)

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("data", Array("hello".utf8))
    try folder.file("manifest", Array("{\"path\":\"data\"}\n".utf8))
    try folder.file("form", Array("--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--B--".utf8))
    try sluice("upload-parts", "plan", folder.path("data"), "-o", folder.path("plan")).expectSuccess()
  }

  /// Runs `test` with a server that accepts everything, after the files with its URL are written.
  private func withStore(_ test: (_ url: String) throws -> Void) throws {
    try withServer { connection in
      try connection.serveRequests { request, connection in
        _ = try connection.readBody()
        let range = [("ETag", "\"a\""), ("Set-Cookie", "a=1"), ("Content-Range", "bytes 0-4/5")]
        try connection.respond(request["Range"] == nil ? 200 : 206, headers: range, body: "hello")
      }
    } test: { server in
      try folder.file("urls", Array("\(server.url)/key?partNumber=1&uploadId=A\n".utf8))
      try folder.file(
        "segments",
        Array(
          """
          {"version":1,"url":"\(server.url)/","size":5,"segmentSize":5,"segments":1,"validator":"\\"a\\""}
          {"number":1,"offset":0,"size":5}

          """.utf8))
      try test(server.url)
    }
  }

  /// A command whose words `URL` and `DIR/` are replaced.
  private func arguments(_ line: String, _ url: String = "") -> [String] {
    line.split(separator: " ").map {
      String($0).replacing("URL", with: url).replacing("DIR/", with: folder.path + "/")
    }
  }

  private static let send = "upload-parts send DIR/plan --urls DIR/urls"
  private static let segments = "download segments DIR/segments -o DIR/new"
  private static let files = "upload-files DIR/manifest --url URL/{path}"
  private static let decode = "multipart decode DIR/form --content-type multipart/form-data;boundary=B"

  // MARK: Files with another content

  @Test(
    arguments: [
      "results of parts": ("\(send) -o DIR/mine", 74, "file-exists"),
      "results of files": ("\(files) -o DIR/mine", 74, "file-exists"),
      "results of segments": ("\(segments) --results DIR/mine", 74, "file-exists"),
      "the record of the draft": ("upload --resumable URL DIR/data --record DIR/mine", 65, "invalid-record"),
      "the record of tus": ("upload --tus URL DIR/data --record DIR/mine", 65, "invalid-record"),
      "the record of parts": (
        "upload-parts DIR/data --urls DIR/urls --record DIR/mine", 65, "invalid-record"
      ),
      "cookies": ("request URL --cookie-jar DIR/mine", 74, "cookie-jar"),
      "a file that exists": ("download URL/ -o DIR/mine --if-exists fail", 74, "file-exists"),
    ] as NamedCases<(String, CInt, String)>, [#"{"precious":1}"#, "a\nb\n", "a\nb"])
  func `a file with another content stays`(
    command: NamedCase<(String, CInt, String)>, content: String
  ) throws {
    try folder.file("mine", Array(content.utf8))
    let number = try FileStatus(ofFileAt: folder.path("mine")).inode
    let (line, status, code) = command.value
    try withStore { url in
      let outcome = try sluice(arguments(line, url))
      #expect(outcome.end == .exited(status))
      #expect(outcome.errors.contains("error: \(code): "), "\(outcome.errors)")
    }
    #expect(try folder.contents("mine") == Array(content.utf8))
    #expect(try FileStatus(ofFileAt: folder.path("mine")).inode == number)
  }

  @Test(
    arguments: [
      "results of parts": ("\(send) -o DIR/mine", true), "results of files": ("\(files) -o DIR/mine", true),
      "results of segments": ("\(segments) --results DIR/mine", true),
      "the record of the draft": ("upload --resumable URL DIR/data --record DIR/mine", false),
      "the record of parts": ("upload-parts DIR/data --urls DIR/urls --record DIR/mine", false),
    ] as NamedCases<(String, Bool)>)
  func `an empty file is not removed, and takes results`(command: NamedCase<(String, Bool)>) throws {
    try folder.file("mine")
    let number = try FileStatus(ofFileAt: folder.path("mine")).inode
    let (line, isFilled) = command.value
    try withStore { url in
      let outcome = try sluice(arguments(line, url))
      #expect(outcome.end == .exited(isFilled ? 0 : 65), "\(outcome.errors)")
    }
    #expect(try FileStatus(ofFileAt: folder.path("mine")).inode == number)
    #expect(try folder.contents("mine").isEmpty == !isFilled)
  }

  @Test func `a part is not written to a file that exists`() throws {
    try folder.directory("parts")
    try folder.file("parts/0", precious)
    try sluice(arguments("\(Self.decode) --extract DIR/parts")).expectFailure(74, "file-exists")
    #expect(try folder.contents("parts/0") == precious)
  }

  @Test func `a result that is complete replaces a file, and one that is not does not`() throws {
    try folder.file("mine", precious)
    try withStore { url in
      try sluice("request", url, "--expect", "json", "-o", folder.path("mine"))
        .expectFailure(78, "unacceptable-media-type")
      #expect(try folder.contents("mine") == precious)
      try sluice("request", url, "-o", folder.path("mine")).expectSuccess()
    }
    #expect(try folder.contents("mine") == Array("hello".utf8))
  }

  @Test(
    arguments: [
      "date\tname\tcity\tstreet\tphone\temail\tnote\n2024-01-01\tAnn\tOslo\tGata 1\t123\ta@b.c\tpaid\n",
      "# HTTP Cookie File\nprecious\n", "# HTTP Cookie Files, explained\n",
    ])
  func `a table is no file of cookies, and stays`(content: String) throws {
    try folder.file("mine", Array(content.utf8))
    try withStore { url in
      try sluice("request", url, "--cookie-jar", folder.path("mine")).expectFailure(74, "cookie-jar")
    }
    #expect(try folder.contents("mine") == Array(content.utf8))
  }

  @Test func `cookies of other programs are taken`() throws {
    try folder.file("mine", Array("127.0.0.1\tFALSE\t/\tFALSE\t0\tb\t2\n".utf8))
    try withStore { url in
      try sluice("request", url, "-o", folder.path("new"), "--cookie-jar", folder.path("mine"))
        .expectSuccess()
    }
    let text = String(decoding: try folder.contents("mine"), as: UTF8.self)
    #expect(text.contains("\ta\t1\n") && text.contains("\tb\t2\n"))
  }

  // MARK: Inputs of the same call

  @Test(
    arguments: [
      "the file of a plan": ("upload-parts plan DIR/mine -o DIR/same", "data"),
      "the plan": ("upload-parts send DIR/mine --urls DIR/urls -o DIR/same", "plan"),
      "the URLs": ("upload-parts send DIR/plan --urls DIR/mine -o DIR/same", "urls"),
      "the file of parts": ("upload-parts send DIR/plan --urls DIR/urls --file DIR/mine -o DIR/same", "data"),
      "the plan at the end": ("upload-parts finish DIR/mine DIR/form -o DIR/same", "plan"),
      "the results at the end": ("upload-parts finish DIR/plan DIR/mine -o DIR/same", "form"),
      "the file in parts": ("upload-parts DIR/mine --urls DIR/urls -o DIR/same", "data"),
      "the file in parts, as a record": ("upload-parts DIR/mine --urls DIR/urls --record DIR/same", "data"),
      "the manifest": ("upload-files DIR/mine --url URL/{path} -o DIR/same", "manifest"),
      "a file of the manifest": ("\(files) -o DIR/data-link", "data"),
      "the file of a form": ("upload URL -F a=@DIR/mine -o DIR/same", "data"),
      "the headers of a form": ("upload URL -F a=1;headers=@DIR/mine -o DIR/same", "manifest"),
      "an encoded file of a form": ("upload URL -F a=@DIR/mine;encoder=base64 -o DIR/same", "data"),
      "a file, as a record": ("upload --tus URL DIR/mine --record DIR/same", "data"),
      "the data of a request": ("request URL --data @DIR/mine -o DIR/same", "data"),
      "the password of a request": ("request URL --bearer @DIR/mine -o DIR/same", "data"),
      "the authorities": ("download URL/ --cacert DIR/mine -o DIR/same", "data"),
      "the authorities, for a plan": ("download plan URL/ --cacert DIR/mine -o DIR/same", "data"),
      "the plan of segments": ("download segments DIR/mine -o DIR/new --results DIR/same", "segments"),
      "the plan of segments at the end": ("download finish DIR/mine DIR/form -o DIR/same", "segments"),
      "the results of segments": ("download finish DIR/segments DIR/mine -o DIR/same", "form"),
      "the data of an entry": ("outbox add DIR/box URL --data @DIR/mine -o DIR/same", "data"),
      "the cookies": ("request URL --cookie-jar DIR/mine -o DIR/same", "data"),
      "a program": ("corpus run json --format json -o DIR/same -- cat DIR/mine", "data"),
    ] as NamedCases<(String, String)>, ["the path", "a symbolic link", "a hard link"])
  func `a file that is read is not written`(command: NamedCase<(String, String)>, name: String) throws {
    try withStore { url in
      let (line, input) = command.value
      let content = try folder.contents(input)
      try FileManager.default.moveItem(atPath: folder.path(input), toPath: folder.path("mine"))
      _ = try folder.hardLink(input, to: "mine")
      _ = try folder.hardLink("data-link", to: "data")
      switch name {
      case "the path": break
      case "a symbolic link": _ = try folder.symbolicLink("same", to: folder.path("mine"))
      default: _ = try folder.hardLink("same", to: "mine")
      }
      let words = arguments(name == "the path" ? line.replacing("DIR/same", with: "DIR/mine") : line, url)
      try sluice(words).expectFailure(64, "usage", saying: "is the file")
      for path in [input, "mine"] { #expect(try folder.contents(path) == content) }
    }
  }

  @Test(
    arguments: [
      "gzip --level 0 DIR/mine", "gzip --level 0", "gunzip DIR/mine", "json format DIR/mine", "json format",
      "plist convert --to xml DIR/mine", "query encode DIR/mine", "query decode",
      "multipart encode -F a=@DIR/mine", "multipart encode -F a=@DIR/mine;encoder=base64",
      "multipart encode -F a=1;headers=@DIR/mine",
      "multipart decode DIR/mine --content-type multipart/mixed;boundary=B", "upload-parts plan DIR/mine",
      "upload URL -F a=@DIR/mine", "request URL --data @DIR/mine", "upload-files DIR/mine --url URL/{path}",
      "upload-parts send DIR/mine --urls DIR/urls", "upload-parts send DIR/data --urls DIR/mine",
    ],
    [
      ("standard output", #">> "$file""#), ("standard error", #"2>> "$file""#),
      ("", #">> "$file" 2>> "$file""#),
    ])
  func `standard output and standard error are not the file that is read`(
    command: String, stream: (name: String, redirection: String)
  ) throws {
    try withStore { url in
      try folder.file("mine", Array(#"{"a":1}"#.utf8))
      let script = #"ulimit -f 1000; file=$1; shift; "$@" < "$file" \#(stream.redirection)"#
      let words = ["-c", script, "sh", folder.path("mine"), toolPath] + arguments(command, url)
      let outcome = try Run("sh", words).finish()
      #expect(outcome.end == .exited(64))
      // What cannot be printed on standard error is printed on standard output, unless that is the file, too.
      let message =
        stream.name.isEmpty ? "" : "error: usage: \(stream.name) is the file that the command reads\n"
      #expect(outcome.errors + outcome.text == message)
      #expect(try folder.contents("mine") == Array(#"{"a":1}"#.utf8))
    }
  }

  @Test(arguments: [">>", "2>>"])
  func `standard output and standard error are no file of a manifest`(redirection: String) throws {
    try withStore { url in
      try folder.file("manifest", Array((#"{"path":"mine"}"# + "\n").utf8))
      try folder.file("mine", Array("mine".utf8))
      let words = [toolPath] + arguments("upload-files DIR/manifest --url URL/{path}", url)
      let outcome = try Run(
        "sh", ["-c", #"file=$1; shift; "$@" \#(redirection) "$file""#, "sh", folder.path("mine")] + words
      )
      .finish()
      #expect(outcome.end == .exited(64))
      #expect((outcome.errors + outcome.text).contains("is the file"))
      #expect(try folder.contents("mine") == Array("mine".utf8))
    }
  }

  @Test(
    arguments: [
      "request URL --cookie-jar DIR/jar -o DIR/link/jar",
      "request URL --cookie-jar DIR/jar -o DIR/./jar",
      "upload-files DIR/manifest --url URL/{path} -o DIR/later",
      "upload-files DIR/manifest --url URL/{path} --cookie-jar DIR/link/later",
    ])
  func `a file that does not exist yet has one path`(line: String) throws {
    try withStore { url in
      _ = try folder.symbolicLink("link", to: folder.path(""))
      try folder.file("manifest", Array((#"{"path":"later"}"# + "\n").utf8))
      try sluice(arguments(line, url)).expectFailure(64, "usage", saying: "is the file")
      for name in ["jar", "later"] { #expect(!isTaken(folder.path(name))) }
    }
  }

  /// A bind mount gives a folder another path, which no link shows.
  @Test(
    arguments: [
      ("request URL --cookie-jar DIR/jar -o DIR/mount/jar", "is the file"),
      ("request URL --cookie-jar DIR/mount/jar -o DIR/jar", "is the file"),
      ("download URL/ --create-folders -o DIR/mount/a/b/jar --cookie-jar DIR/a/b/jar", "is the file"),
      ("upload-files DIR/manifest --url URL/{path} -o DIR/mount/later", "is the file"),
      ("request URL --cache DIR/cache -o DIR/mount/cache/counts", "is in the folder of the cache"),
      ("request URL --cache DIR/later -o DIR/mount/later/counts", "is in the folder of the cache"),
      ("download URL/ --create-folders --cache DIR/mount/later -o DIR/later/a/b", "is in the folder of the"),
      ("outbox add DIR/mount/later URL -o DIR/later/control", "is in the folder of the outbox"),
    ])
  func `a file that does not exist yet is the same by way of another mount`(line: String, problem: String)
    throws
  {
    try withStore { url in
      for name in ["mount", "cache"] { try folder.directory(name) }
      try folder.file("manifest", Array((#"{"path":"later"}"# + "\n").utf8))
      let script = #"mount --bind "$1" "$1/mount" || exit 99; shift; "$@""#
      let words = ["-m", "sh", "-c", script, "sh", folder.path, toolPath] + arguments(line, url)
      let outcome = try Run("unshare", words).finish()
      if outcome.end == .exited(99) || outcome.errors.hasPrefix("unshare: ") { return }  // Not allowed here.
      outcome.expectFailure(64, "usage", saying: problem)
      for name in ["jar", "later", "a"] { #expect(!isTaken(folder.path(name))) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("cache")) == [])
    }
  }

  @Test(
    arguments: [
      "request URL --cache DIR/cache -o DIR/cache/counts",
      "download URL/ --cache DIR/cache -o DIR/cache/counts",
      "download URL/counts --cache DIR/cache -o DIR/cache/",
      "request URL --cache DIR/cache -o DIR/link/cache/counts",
      "request URL --cache DIR/later -o DIR/dangling/counts",
      "request URL --cache DIR/later -o DIR/link/dangling/counts",
      "request URL --cache DIR/later/below/ -o DIR/dangling/x/.././below/counts",
      "request URL --cache DIR/cache -o DIR/cache/out",
      "request URL --cache DIR/cache --cookie-jar DIR/cache/jar",
      "cache show DIR/cache URL -o DIR/cache/counts",
    ])
  func `nothing else is written to the folder of a cache`(line: String) throws {
    try withStore { url in
      _ = try folder.symbolicLink("link", to: folder.path(""))
      _ = try folder.symbolicLink("dangling", to: "later")
      try folder.directory("cache")
      _ = try folder.symbolicLink("cache/out", to: folder.path("elsewhere"))
      try sluice(arguments(line, url)).expectFailure(64, "usage", saying: "is in the folder of the cache")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("cache")) == ["out"])
      #expect(!isTaken(folder.path("later")))
    }
  }

  @Test(
    arguments: [
      "request URL --cache DIR/own", "download URL/ -o DIR/new --cache DIR/own", "cache list DIR/own",
      "cache show DIR/own URL", "cache show DIR/own URL --body", "cache stats DIR/own",
      "cache remove DIR/own --all", "outbox add DIR/own URL", "outbox run DIR/own --until-idle",
      "outbox list DIR/own", "outbox retry DIR/own --dead", "outbox drop DIR/own --dead",
    ], [(">>", "output"), ("2>>", "error")])
  func `standard output and standard error are not in the folder of a cache or an outbox`(
    line: String, stream: (redirection: String, name: String)
  ) throws {
    try withStore { url in
      try folder.directory("own")
      try folder.file("own/counts", precious)
      _ = try folder.symbolicLink("link", to: folder.path("own"))
      let words = [toolPath] + arguments(line, url)
      let script = #"file=$1; shift; "$@" \#(stream.redirection) "$file""#
      let outcome = try Run("sh", ["-c", script, "sh", folder.path("link/counts")] + words).finish()
      #expect(outcome.end == .exited(64))
      let kind = line.contains("outbox") ? "outbox" : "cache"
      let message = "error: usage: standard \(stream.name) is in the folder of the \(kind)\n"
      #expect(outcome.errors + outcome.text == message)
      #expect(try folder.contents("own/counts") == precious)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("own")) == ["counts"])
    }
  }

  @Test(arguments: ["--bearer @DIR/mine", "--cookie-jar DIR/jar", "--cookie-jar DIR/link/jar"])
  func `a name from a response is not that of a file that is read or written`(options: String) throws {
    _ = try folder.symbolicLink("link", to: folder.path)
    try folder.file("mine", Array("token\n".utf8))
    let name = options.hasSuffix("mine") ? "mine" : "jar"
    try withStore { url in
      let line = "download URL/\(name) --name-from-response -o DIR/ \(options)"
      try sluice(arguments(line, url)).expectFailure(74, "file-exists", saying: folder.path(name))
    }
    #expect(try folder.contents("mine") == Array("token\n".utf8))
    if isTaken(folder.path("jar")) { #expect(try folder.contents("jar") != Array("hello".utf8)) }
  }

  @Test func `one file is not written twice`() throws {
    try withStore { url in
      for line in [
        "download segments DIR/segments -o DIR/new --results DIR/new",
        "upload-parts DIR/data --urls DIR/urls -o DIR/new --record DIR/new",
        "upload --tus URL DIR/data -o DIR/new --record DIR/new",
      ] {
        try sluice(arguments(line, url)).expectFailure(64, "usage", saying: folder.path("new"))
        #expect(!isTaken(folder.path("new")))
      }
      try sluice(arguments("request URL -o /dev/null --cookie-jar DIR/new", url)).expectSuccess()
    }
  }

  @Test(
    arguments: [
      "request URL --cookie-jar DIR/mine", "request URL -o DIR/mine",
      "upload URL -F a=b --cookie-jar DIR/mine",
      "download URL/ -o DIR/mine", "outbox add DIR/box URL -o DIR/mine",
      "upload-parts plan DIR/data -o DIR/mine",
      "corpus run json --format json -o DIR/mine -- true",
    ], [">>", "2>>"])
  func `standard output and standard error are no other output`(line: String, redirection: String) throws {
    try withStore { url in
      try folder.file("mine")
      let words = [toolPath] + arguments(line, url)
      let script = #"file=$1; shift; "$@" \#(redirection) "$file""#
      let outcome = try Run("sh", ["-c", script, "sh", folder.path("mine")] + words).finish()
      #expect(outcome.end == .exited(64))
      let text = outcome.errors + String(decoding: try folder.contents("mine"), as: UTF8.self)
      #expect(text.hasPrefix("error: usage: ") && text.contains("is the file \(folder.path("mine"))"))
    }
  }

  @Test func `standard output is not the file of an entry`() throws {
    try withStore { url in
      try sluice(arguments("outbox add DIR/box URL -o DIR/mine", url)).expectSuccess()
      let words = [toolPath] + arguments("outbox run DIR/box --until-idle")
      let script = #"file=$1; shift; "$@" > "$file""#
      let outcome = try Run("sh", ["-c", script, "sh", folder.path("mine")] + words).finish()
      outcome.expectFailure(64, "usage", saying: "the file of entry")
      try sluice(arguments("outbox run DIR/box --until-idle")).expectSuccess()
      #expect(try folder.contents("mine") == Array("hello".utf8))
    }
  }

  @Test func `a FIFO is not read and written`() throws {
    try withStore { url in
      try folder.fifo("fifo")
      _ = try folder.symbolicLink("link", to: folder.path("fifo"))
      for line in [
        "request URL --json @DIR/fifo -o DIR/fifo", "upload URL -F a=@DIR/link -o DIR/fifo",
        "upload-parts DIR/data --urls DIR/fifo -o DIR/link",
      ] {
        try sluice(arguments(line, url)).expectFailure(64, "usage", saying: "is the file")
      }
    }
  }

  // MARK: Folders

  @Test(arguments: ["add DIR/mine http://127.0.0.1:1/", "run DIR/mine --until-idle"])
  func `a folder of another kind does not become an outbox`(line: String) throws {
    try writeMail()
    try sluice(arguments("outbox \(line)")).expectFailure(74, "folder-not-empty", saying: folder.path("mine"))
    try expectMail()
  }

  @Test(arguments: ["list DIR/mine", "retry DIR/mine --dead", "drop DIR/mine --dead"])
  func `a folder of another kind is not an outbox`(line: String) throws {
    try writeMail()
    try sluice(arguments("outbox \(line)")).expectFailure(66, "outbox-missing", saying: folder.path("mine"))
    try expectMail()
  }

  /// Writes a folder with names of an outbox, whose files are older than those that an outbox removes.
  private func writeMail() throws {
    try folder.directory("mine")
    try folder.directory("mine/incoming")
    for name in ["mine/control", "mine/incoming/mail", "mine/incoming/.sluice-mail"] {
      try folder.file(name, precious)
      try folder.setModified(name, to: 1)
    }
  }

  private func expectMail() throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("mine")).count == 2)
    for name in ["mine/control", "mine/incoming/mail", "mine/incoming/.sluice-mail"] {
      #expect(try folder.contents(name) == precious)
    }
  }

  @Test(arguments: [
    "outbox list DIR/own/box", "cache list DIR/own/cache", "cache show DIR/own/cache URL --body",
    "cache stats DIR/own/cache",
  ]) func `commands that only read work on a read-only file system`(line: String) throws {
    try withStore { url in
      try folder.directory("own")
      try sluice(arguments("outbox add DIR/own/box URL", url)).expectSuccess()
      try sluice(arguments("request URL --cache DIR/own/cache", url)).expectSuccess()
      let words = arguments(line, url)
      let expected = try sluice(words)
      let script = #"""
        mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 99
        shift
        "$@"
        """#
      let outcome = try Run(
        "unshare", ["-m", "sh", "-c", script, "sh", folder.path("own"), toolPath] + words
      ).finish()
      if outcome.end == .exited(99) || outcome.errors.hasPrefix("unshare: ") { return }  // Not allowed here.
      #expect(outcome.end == expected.end && outcome.errors == expected.errors)
      #expect(outcome.text == expected.text)
    }
  }

  @Test func `an outbox is recognized by its mark, and one of version 0.2 by its names`() throws {
    try sluice(arguments("outbox add DIR/box http://127.0.0.1:1/")).expectSuccess()
    let control = try folder.contents("box/control")
    try folder.file("box/note", precious)
    #expect(try sluice(arguments("outbox list DIR/box")).text.split(separator: "\n").count == 1)
    try folder.remove("box/note")
    try folder.file("box/control", Array(control.prefix(16)))
    #expect(try sluice(arguments("outbox list DIR/box")).text.split(separator: "\n").count == 1)
    #expect(try folder.contents("box/control") == Array(control.prefix(16)))
    try sluice(arguments("outbox retry DIR/box --dead")).expectSuccess()
    #expect(try folder.contents("box/control") == control)
  }

  @Test func `a corpus and a package are written to new folders only`() throws {
    try folder.directory("mine")
    try folder.file("mine/manifest.jsonl", precious)
    try sluice(arguments("corpus export DIR/mine")).expectFailure(74, "folder-not-empty")
    #expect(try folder.contents("mine/manifest.jsonl") == precious)
    try folder.directory("mine/Fuzzing")
    try folder.file("mine/Fuzzing/Makefile", precious)
    try folder.file("mine/Package.swift", Array(#".library(name: "A")"#.utf8))
    try folder.directory("sluice")
    try folder.file("sluice/Package.swift")
    try sluice(arguments("fuzz init DIR/mine --sluice DIR/sluice")).expectFailure(64, "file-exists")
    #expect(try folder.contents("mine/Fuzzing/Makefile") == precious)
  }

  @Test func `a package that cannot be written leaves nothing`() throws {
    try folder.directory("mine")
    try folder.file("mine/Package.swift", Array(#".library(name: "A")"#.utf8))
    try folder.directory("sluice")
    try folder.file("sluice/Package.swift")
    let words = [toolPath] + arguments("fuzz init DIR/mine --sluice DIR/sluice")
    try Run("sh", ["-c", #"ulimit -f 0; exec "$@""#, "sh"] + words).finish()
      .expectFailure(74, "write-failed", saying: folder.path("mine/Fuzzing/"), "File too large")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("mine")) == ["Package.swift"])
    try sluice(arguments("fuzz init DIR/mine --sluice DIR/sluice")).expectSuccess()
  }

  @Test func `names with quotation marks are names in a written package`() throws {
    try folder.directory(#"mi"ne"#)
    try folder.file(#"mi"ne/Package.swift"#)
    try folder.directory(#"it's"#)
    try folder.file(#"it's/Package.swift"#)
    let sluicePath = folder.path(#"it's"#)
    try sluice("fuzz", "init", folder.path(#"mi"ne"#), "--product", #"a"b\c"#, "--sluice", sluicePath)
      .expectSuccess()
    let manifest = String(decoding: try folder.contents(#"mi"ne/Fuzzing/Package.swift"#), as: UTF8.self)
    #expect(manifest.contains(#".product(name: "a\"b\\c", package: "mi\"ne"),"#))
    #expect(manifest.contains(#".package(name: "mi\"ne", path: "..")"#))
    let makefile = String(decoding: try folder.contents(#"mi"ne/Fuzzing/Makefile"#), as: UTF8.self)
    #expect(makefile.contains(#"it'\''s/Fuzz/fleet.py' write"#))
  }

  // MARK: Results of others

  @Test func `results of another upload are refused, and stay`() throws {
    try withStore { url in
      let send = "\(Self.send) -o DIR/results"
      try sluice(arguments(send, url)).expectSuccess()
      let results = try folder.contents("results")
      try folder.file("urls", Array("\(url)/key?partNumber=1&uploadId=B\n".utf8))
      try sluice(arguments(send, url)).expectFailure(65, "invalid-record", saying: "another upload")
      #expect(try folder.contents("results") == results)
      // Two uploads cannot be completed as one.
      try sluice(arguments("\(Self.send) -o DIR/others", url)).expectSuccess()
      try sluice(arguments("upload-parts finish DIR/plan DIR/results DIR/others"))
        .expectFailure(65, "invalid-record", saying: "another upload")
      try sluice(arguments("upload-parts finish DIR/plan DIR/results DIR/results")).expectSuccess()
      // Another file of the same size.
      try folder.file("data2", Array("world".utf8))
      try folder.setModified("data2", to: 1)
      try sluice(arguments("upload-parts plan DIR/data2 --no-digests -o DIR/plan2")).expectSuccess()
      try sluice(arguments("upload-parts finish DIR/plan2 DIR/results"))
        .expectFailure(65, "invalid-record", saying: "another plan", folder.path("results"))
      // Without the first line, nothing says what they are.
      let lines = results.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropFirst()
      try folder.file("headless", Array(lines.joined(separator: [UInt8(ascii: "\n")])))
      try sluice(arguments("upload-parts finish DIR/plan DIR/headless"))
        .expectFailure(65, "invalid-record", saying: "line 1")
    }
  }

  @Test func `results of other files and segments are refused`() throws {
    try withStore { url in
      let files = "upload-files DIR/manifest --url URL/?bucket=a&n={path} -o DIR/results"
      try sluice(arguments(files, url)).expectSuccess()
      try sluice(arguments(files.replacing("{path}", with: "{path}&sig=2"), url)).expectSuccess()
      try sluice(arguments(files.replacing("=a", with: "=b"), url))
        .expectFailure(65, "invalid-record", saying: "another --url")
      try sluice(arguments("\(Self.send) -o DIR/results", url))
        .expectFailure(65, "invalid-record", saying: "of files, not of parts")
      try sluice(arguments("\(Self.segments) --results DIR/written", url)).expectSuccess()
      try sluice(arguments("download segments DIR/segments -o DIR/other --results DIR/written", url))
        .expectFailure(65, "invalid-record", saying: "another file")
    }
  }

  /// It declares no bytes, and has some.
  @Test(
    arguments: [
      "upload URL /proc/version --resumable", "upload URL /proc/version --tus",
      "upload-parts /proc/version --urls DIR/urls", "upload-parts plan /proc/version -o DIR/new",
      "upload-parts plan /proc/version --no-digests -o DIR/new", "upload URL -F a=@/proc/version",
      "request URL --data @/proc/version",
    ])
  func `a file of the kernel is not sent as an empty one`(line: String) throws {
    try withStore { url in
      try sluice(arguments(line, url)).expectFailure(66, "file-grew", saying: "/proc/version")
    }
    #expect(!isTaken(folder.path("new")))
  }

  @Test func `a FIFO in a manifest is an error with a reason`() throws {
    _ = try folder.fifo("fifo")
    try folder.file("manifest", Array("{\"path\":\"fifo\"}\n".utf8))
    try withStore { url in
      try sluice(arguments(Self.files, url))
        .expectFailure(66, "file-unreadable", saying: folder.path("fifo"), "not a regular file")
    }
  }
}
