import SluiceTestSupport
import Testing

@testable import SluiceCoding
@testable import SluiceJSON

/// Media types of file extensions.
@Suite(.timeLimit(.minutes(5))) struct FileExtensionTests {
  @Test(
    arguments: [
      ("a.pdf", "application/pdf"), ("a.PDF", "application/pdf"), ("a.Pdf", "application/pdf"),
      ("archive.tar.gz", "application/gzip"), ("a b.c.txt", "text/plain"),
      ("/data/holiday.mov", "video/quicktime"),
      ("./a.png", "image/png"), ("../x.y/a.svg", "image/svg+xml"), (".hidden.html", "text/html"),
      ("...a.txt", "text/plain"), ("naïve.jpg", "image/jpeg"), ("a.\u{301}b.json", "application/json"),
      ("a..zip", "application/zip"), ("dir/\u{301}x.gif", "image/gif"), ("a\r\n.csv", "text/csv"),
    ])
  func `the last extension of a name or path gives the type, in any case`(fileName: String, written: String) {
    #expect(MediaType(fileName: fileName)?.description == written)
  }

  @Test(
    arguments: [
      "", ".", "..", "/", "a", "Makefile", ".bashrc", ".zip", "..zip", "/home/x/.zip", "a.", "a.zip.",
      "a.zip/",
      "a.zip/b", "a.unknown", "a.zip ", "a. zip", "zip", "a.pdf\u{0}", "a.tar.unknown", "C:\\a.zip\\b",
    ])
  func `a name without an extension or with an unknown one has no type`(fileName: String) {
    #expect(MediaType(fileName: fileName) == nil)
  }

  @Test
  func `an extension is given without its dot`() {
    #expect(MediaType(fileExtension: "JSON") == .json)
    #expect(MediaType(fileExtension: "x.json".dropFirst(2)) == .json)
    #expect(MediaType(fileExtension: ".json") == nil)
    #expect(MediaType(fileExtension: "") == nil)
  }

  @Test
  func `each row has a type and lower-case extensions, and no extension occurs twice`() throws {
    var fileExtensions: Set<String> = []
    var types: [String] = []
    for row in FileExtensionTable.rows.split(separator: "\n") {
      let words = row.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      types.append(try #require(words.first))
      #expect((try? MediaType(parsing: words[0]))?.description == words[0])
      #expect(words.count > 1, "\(row)")
      for fileExtension in words.dropFirst() {
        #expect(fileExtension.wholeMatch(of: /[a-z0-9]+/) != nil, "\(row)")
        #expect(fileExtensions.insert(fileExtension).inserted, "\(row)")
        #expect(MediaType(fileExtension: fileExtension)?.description == words[0])
      }
    }
    #expect(types == types.sorted())
    #expect(Set(types).count == types.count)
    #expect(fileExtensions.count == FileExtensionTable.mediaTypes.count)
  }

  /// The extensions with another type in Python's tables, which differ by version: those types, and the reason.
  static let reasons = [
    "3g2": ("audio/3gpp2", "RFC 4393 registers it for audio and video; most files are videos"),
    "3gp": ("audio/3gpp", "RFC 3839 registers it for audio and video; most files are videos"),
    "3gpp": ("audio/3gpp", "as 3gp"),
    "3gpp2": ("audio/3gpp2", "as 3g2"),
    "avi": ("video/vnd.avi", "registered, but most programs still write video/x-msvideo"),
    "deb": ("application/x-debian-package", "IANA registers application/vnd.debian.binary-package"),
    "js": ("application/javascript", "obsoleted by RFC 9239"),
    "m4v": ("video/x-m4v", "the format is MP4, and the type is not registered"),
    "mjs": ("application/javascript", "obsoleted by RFC 9239"),
    "obj": ("application/octet-stream", "IANA registers it for model/obj; object files are rarely sent"),
    "opus": ("audio/opus", "that is the RTP payload; RFC 7845 uses audio/ogg for files"),
    "p12": ("application/x-pkcs12", "registered since without x-"),
    "pfx": ("application/x-pkcs12", "registered since without x-"),
    "rdf": ("application/xml", "RFC 3870 registers application/rdf+xml"),
    "rtf": ("text/rtf", "IANA registers both; the text is not readable without its syntax"),
    "srt": ("text/plain", "players look for the subtitles' own type; none is registered"),
    "vcf": ("text/x-vcard", "RFC 6350 registers text/vcard"),
    "wav": ("audio/x-wav audio/vnd.wave", "browsers write audio/wav"),
    "xml": ("text/xml", "the same by RFC 7303, which names application/xml first"),
    "xsl": ("application/xml", "XSLT registers application/xslt+xml"),
  ]

  @Test(
    .enabled(if: ScriptOracle.python3.isInstalled, "needs python3"))
  func `Python has the same types except those with a reason`() throws {
    let theirs: [String: String] = try ScriptOracle.python3.run(
      """
      import json, mimetypes
      table = mimetypes.MimeTypes(filenames=())  # Python's own, without the system's files.
      known = {**table.types_map[False], **table.types_map[True]}
      print(json.dumps({name: known['.' + name] for name in input if '.' + name in known}))
      """, input: FileExtensionTable.mediaTypes.keys.sorted())
    #expect(theirs.count > 60)
    for (fileExtension, type) in theirs {
      let ours = try #require(MediaType(fileExtension: fileExtension)).description
      #expect(
        ours == type || Self.reasons[fileExtension]?.0.split(separator: " ").contains { $0 == type } == true,
        "\(fileExtension)")
    }
  }
}
