import FoundationEssentials
import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Decoding forms into types.
@Suite(.timeLimit(.minutes(5))) struct FormDecoderTests {
  private let folder: TemporaryDirectory
  private var decoder = FormDecoder()

  init() throws {
    folder = try TemporaryDirectory()
    decoder.temporaryFolder = folder.path
  }

  struct Upload: Decodable {
    struct Author: Decodable { var name: String, age: Int? }
    var title: String
    var author: Author?
    var tags: [String]?
    var isPublic: Bool?
    var raw: Data?
    var thumbnail: Data?
    var file: ReceivedFile?
    var files: [ReceivedFile]?
  }

  private func decode(_ form: MultipartForm, by decoder: FormDecoder? = nil) async throws -> Upload {
    try await (decoder ?? self.decoder).decode(Upload.self, from: MultipartReader(form))
  }

  private func temporaryFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test func `texts are decoded by the rules of queries`() async throws {
    let upload = try await decode(
      MultipartForm {
        FormField("title", "a=b&c+%20é")
        FormField("author[name]", "Ada")
        FormField("author[age]", "36")
        for tag in ["x", "y"] { FormField("tags[]", tag) }
        FormField("isPublic", "true")
        FormField("raw", "a\r\nb")
      })
    #expect(upload.title == "a=b&c+%20é")
    #expect(upload.author?.name == "Ada" && upload.author?.age == 36)
    #expect(upload.tags == ["x", "y"] && upload.isPublic == true)
    #expect(upload.raw == Data("a\r\nb".utf8))
    #expect(upload.file == nil)
  }

  @Test func `inputs without text are nil for optional numbers and Booleans, and empty for texts`()
    async throws
  {
    let upload = try await decode(
      MultipartForm {
        FormField("title", "")
        FormField("author[name]", "")
        FormField("author[age]", "")
        FormField("isPublic", "")
        FormField("raw", "")
      })
    #expect(upload.title == "" && upload.author?.name == "" && upload.author?.age == nil)
    #expect(upload.isPublic == nil && upload.raw == Data())
  }

  @Test func `small files stay in memory, and large ones in a file with the value's lifetime`()
    async throws
  {
    let large = sampleBytes(200_000)
    var upload: Upload? = try await decode(
      MultipartForm {
        FormField("title", "t")
        FormFile("thumbnail", .bytes([0xFF, 0]), fileName: "t.png")
        FormFile("file", .bytes(large), fileName: "../a.mov")
        for size in [64 << 10, 64 << 10 + 1] { FormFile("files[]", .bytes(large[..<size]), fileName: "f") }
      })
    #expect(upload?.thumbnail == Data([0xFF, 0]))
    #expect(upload?.files?.map { $0.bytes?.count } == [65_536, nil])
    let file = try #require(upload?.file)
    #expect(file.fileName == "../a.mov" && file.mediaType?.description == "video/quicktime")
    #expect(file.byteCount == 200_000 && file.bytes == nil)
    #expect(file.isReplayable && !file.needsOwnThread)
    // Nothing is left of files without a name, however the process ends.
    #expect(try temporaryFiles() == [])
    #expect(try openDescriptors(under: folder.path).count == 2)
    let isSame = try await readAll(file.makeReader()) == large
    #expect(isSame)
    upload = nil
    #expect(try openDescriptors(under: folder.path).count == 1)
    #expect(try await readAll(file.makeReader(), step: 1000).count == 200_000)
  }

  @Test func `a reader keeps its temporary file alive`() async throws {
    var upload: Upload? = try await decode(
      MultipartForm {
        FormField("title", "t")
        FormFile("file", .bytes(sampleBytes(100_000)), fileName: "a")
      })
    var reader: (any BodyReader)? = upload?.file?.makeReader()
    upload = nil
    #expect(try await readAll(#require(reader)).count == 100_000)
    reader = nil
    #expect(try openDescriptors(under: folder.path).isEmpty)
  }

  @Test func `a file is not decoded as text, nor a text as a file`() async throws {
    let path = { (error: (any Error)?) -> [String]? in
      guard case .typeMismatch(_, let context)? = error as? DecodingError else { return nil }
      return context.codingPath.map(\.stringValue)
    }
    let asText = await #expect(throws: (any Error).self) {
      try await decode(MultipartForm(parts: [FormFile("title", .text("t"), fileName: "t").part]))
    }
    #expect(path(asText) == ["title"])
    let asFile = await #expect(throws: (any Error).self) {
      try await decode(MultipartForm(parts: [FormField("title", "t").part, FormField("file", "t").part]))
    }
    #expect(path(asFile) == ["file"])
    let asNumber = await #expect(throws: (any Error).self) {
      try await decode(
        MultipartForm {
          FormField("title", "t")
          FormField("author[name]", "")
          FormFile("author[age]", .text("1"), fileName: "t")
        })
    }
    #expect(path(asNumber) == ["author", "age"])
    let tooLargeForData = await #expect(throws: (any Error).self) {
      try await decode(
        MultipartForm {
          FormField("title", "t")
          FormFile("thumbnail", .bytes(sampleBytes(100_000)), fileName: "t")
        })
    }
    #expect(path(tooLargeForData) == ["thumbnail"])
    #expect(try openDescriptors(under: folder.path).isEmpty)
  }

  private struct Required<File: Decodable>: Decodable {
    struct Inner: Decodable { var file: File }
    var inner: Inner?
    var files: [String: File]?
    var all: [File]?
    var file: File?
    var last: File
  }

  @Test func `a missing file is a missing key, as missing data is`() async throws {
    func missing<File: Decodable>(_ type: File.Type, _ form: MultipartForm) async throws -> [String]? {
      do {
        _ = try await decoder.decode(Required<File>.self, from: MultipartReader(form))
        return nil
      } catch DecodingError.keyNotFound(let key, let context) {
        return (context.codingPath + [key]).map(\.stringValue)
      }
    }
    let inner = MultipartForm {
      FormField("inner[x]", "1")
      FormFile("last", .text(""), fileName: "a")
    }
    for form in [MultipartForm(), MultipartForm(parts: [FormFile("last", .text(""), fileName: "").part])] {
      #expect(try await missing(ReceivedFile.self, form) == ["last"])
      #expect(try await missing(Data.self, form) == ["last"])
    }
    #expect(try await missing(ReceivedFile.self, inner) == ["inner", "file"])
    #expect(try await missing(Data.self, inner) == ["inner", "file"])
    let form = MultipartForm(parts: [FormFile("last", .text("1"), fileName: "a").part])
    let decoded = try await decoder.decode(Required<ReceivedFile>.self, from: MultipartReader(form))
    #expect(decoded.inner == nil && decoded.files == nil && decoded.all == nil && decoded.file == nil)
    #expect(decoded.last.bytes == Array("1".utf8))
  }

  @Test func `an empty file input is a missing value`() async throws {
    let upload = try await decode(
      MultipartForm {
        FormField("title", "")
        FormFile("file", .text(""), fileName: "")
        FormFile("files", .text(""), fileName: "empty.txt")
        FormFile("files", .text("x"), fileName: "")
      })
    #expect(upload.file == nil)
    #expect(upload.files?.map(\.byteCount) == [0, 1])
  }

  @Test func `the default limits are as documented`() {
    #expect(decoder.maximumTextByteCount == 1 << 20 && decoder.maximumFileByteCount == nil)
    #expect(decoder.maximumInMemoryFileByteCount == 64 << 10 && decoder.maximumInMemoryByteCount == 8 << 20)
  }

  @Test func `a size at the limit passes, and one byte more is an error or spooled`() async throws {
    let form = MultipartForm {
      FormField("title", "12345")
      FormFile("file", .text("1234"), fileName: "a")
    }
    for (set, excess) in [
      ({ $0.maximumTextByteCount = $1 ? 4 : 5 }, ErrorCode.partTooLarge),
      ({ $0.maximumFileByteCount = $1 ? 3 : 4 }, .partTooLarge),
      ({ $0.maximumInMemoryByteCount = $1 ? 4 : 9 }, .partTooLarge),
    ] as [((inout FormDecoder, Bool) -> Void, ErrorCode)] {
      var decoder = decoder
      set(&decoder, false)
      #expect(try await decode(form, by: decoder).file?.bytes == Array("1234".utf8))
      set(&decoder, true)
      let error = await #expect(throws: MultipartError.self) { try await decode(form, by: decoder) }
      #expect(error?.code == excess)
    }
    for set in [{ $0.maximumInMemoryFileByteCount = 3 }, { $0.maximumInMemoryByteCount = 8 }]
      as [(inout FormDecoder) -> Void]
    {
      var decoder = decoder
      set(&decoder)
      let upload = try await decode(form, by: decoder)
      #expect(upload.file != nil && upload.file?.bytes == nil && upload.file?.byteCount == 4)
    }
    #expect(try openDescriptors(under: folder.path).isEmpty)
  }

  @Test func `a file that is too large is an error at the first byte beyond the limit`() async throws {
    let form = MultipartForm {
      FormField("title", "t")
      FormFile("file", .text("0123456789"), fileName: "a")
    }
    let bytes = try await form.bytes()
    let offset = try #require(bytes.indices.first { bytes[$0...].starts(with: "0123456789".utf8) })
    var decoder = decoder
    decoder.maximumFileByteCount = 7
    let error = await #expect(throws: MultipartError.self) { try await decode(form, by: decoder) }
    #expect(error?.code == .partTooLarge && error?.byteOffset == Int64(offset + 7))
  }

  @Test func `without limits, texts and files of any size are kept in memory`() async throws {
    var decoder = decoder
    decoder.maximumTextByteCount = nil
    decoder.maximumInMemoryFileByteCount = nil
    decoder.maximumInMemoryByteCount = nil
    let upload = try await decode(
      MultipartForm {
        FormField("title", String(repeating: "a", count: 2 << 20))
        FormFile("file", .bytes([UInt8](repeating: 0, count: 8 << 20)), fileName: "a")
      }, by: decoder)
    #expect(upload.title.utf8.count == 2 << 20 && upload.file?.bytes?.count == 8 << 20)
  }

  @Test func `text that is not UTF-8 and a body that is not a form are errors`() async throws {
    let error = await #expect(throws: MultipartError.self) {
      try await decode(MultipartForm(parts: [FormField("title", .bytes([0x61, 0xFF])).part]))
    }
    #expect(error?.code == .invalidUTF8 && error?.partName == "title")
    let offset = try #require(error?.byteOffset)
    #expect(
      error?.description == #"invalid-utf8: part 0 ("title"): the text is not UTF-8 at byte \#(offset)"#)
    let mixed = await #expect(throws: MultipartError.self) {
      try await decode(MultipartForm(.mixed, parts: [FormField("title", "t").part]))
    }
    #expect(mixed?.code == .missingName)
  }
}
