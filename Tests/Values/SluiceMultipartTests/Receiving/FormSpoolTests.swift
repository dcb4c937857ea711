import FoundationEssentials
import SluiceBody
import SluiceMultipart
import SluiceTestSupport
import Testing

/// The temporary files and descriptors of a form with many files.
@Suite(.timeLimit(.minutes(5))) struct FormSpoolTests {
  private let folder: TemporaryDirectory
  private var decoder = FormDecoder()

  init() throws {
    folder = try TemporaryDirectory()
    decoder.temporaryFolder = folder.path
  }

  private struct Files: Decodable { var files: [ReceivedFile] }
  private struct Nothing: Decodable { var title: String? }

  /// Four descriptors for files of their own, and one that all others share.
  private static let maximumDescriptorCount = 5

  /// Different bytes for each file.
  private static func bytes(of file: Int, count: Int = 11_300) -> [UInt8] {
    Array(sampleBytes(file * 97 + count).suffix(count))
  }

  private static func form(of count: Int) -> MultipartForm {
    form(of: Array(repeating: 11_300, count: count))
  }

  private static func form(of sizes: [Int]) -> MultipartForm {
    MultipartForm(
      parts: sizes.enumerated().map { index, size in
        FormFile("files[]", .bytes(bytes(of: index, count: size)), fileName: "\(index).bin").part
      })
  }

  /// A form of 8.4 MB. Its first files take all of the memory that is allowed, and 743 small ones follow.
  private static let sizes = Array(repeating: 64 << 10, count: 128) + Array(repeating: 20, count: 743)

  /// Decodes a form, and returns the maximum number of descriptors while its chunks arrived.
  private func decode<T: Decodable>(
    _ type: T.Type, _ form: MultipartForm, by decoder: FormDecoder? = nil
  ) async throws -> (value: T, descriptorCount: Int) {
    let maximum = Lock(0)
    let path = folder.path
    let chunks = form.chunks().map { chunk in
      let count = try openDescriptors(under: path).count
      maximum.withLock { $0 = max($0, count) }
      return chunk
    }
    let reader = try MultipartReader(chunks, contentType: form.contentType ?? "")
    let value = try await (decoder ?? self.decoder).decode(type, from: reader)
    return (value, maximum.withLock { $0 })
  }

  @Test func `many small files beyond the memory limit hold few descriptors`() async throws {
    do {
      let (form, descriptorCount) = try await decode(Files.self, Self.form(of: Self.sizes))
      #expect((1...Self.maximumDescriptorCount).contains(descriptorCount), "\(descriptorCount)")
      #expect(try openDescriptors(under: folder.path).count == Self.maximumDescriptorCount)
      #expect(form.files.map(\.byteCount) == Self.sizes.map { Int64($0) })
      #expect(form.files.count { $0.bytes == nil } == 743, "the rest fits in memory")
      for (index, file) in form.files.enumerated() {
        let isSame =
          try await readAll(file.makeReader(), step: 4000) == Self.bytes(of: index, count: Self.sizes[index])
        #expect(isSame, "\(index)")
      }
      #expect(try folder.names() == [])
    }
    #expect(try openDescriptors(under: folder.path).isEmpty)
  }

  @Test func `files that the type lacks hold few descriptors, and none after decoding`() async throws {
    let (_, descriptorCount) = try await decode(Nothing.self, Self.form(of: Self.sizes))
    #expect((1...Self.maximumDescriptorCount).contains(descriptorCount), "\(descriptorCount)")
    #expect(try openDescriptors(under: folder.path).isEmpty)
  }

  @Test func `files that the type lacks count against the limits`() async throws {
    var decoder = decoder
    decoder.maximumFileByteCount = 11_299
    let error = await #expect(throws: MultipartError.self) {
      try await decode(Nothing.self, Self.form(of: 1), by: decoder)
    }
    #expect(error?.code == .partTooLarge)
  }

  @Test func `a file in a shared temporary file is read, from any offset, and written like any other`()
    async throws
  {
    var decoder = decoder
    decoder.maximumInMemoryFileByteCount = 0
    let count = 8
    var form: Files? = try await decode(Files.self, Self.form(of: count), by: decoder).value
    let files = try #require(form?.files)
    form = nil
    for (index, file) in files.enumerated() {
      let bytes = Self.bytes(of: index)
      for offset in [0, 1, 11_299, 11_300] {
        #expect(try await readAll(file.makeReader(at: Int64(offset)), step: 5000) == Array(bytes[offset...]))
      }
      for offset in [-1, 11_301] {
        #expect(throws: BodyError.self) { try file.makeReader(at: Int64(offset)) }
      }
      for name in ["\(index)-a", "in/\(index)-b"] {
        #expect(try await file.write(toFile: folder.path(name), creatingFolders: true) == folder.path(name))
        #expect(try folder.contents(name) == bytes)
      }
      // Each path has a file of its own, and no later change to it changes another file.
      try folder.truncate("\(index)-a", to: 0)
      if index >= 4 { #expect(try await readAll(file.makeReader()) == bytes) }
    }
    let joined = JoinedSource(files[4...].map { $0 as any BodySource })
    #expect(try await readAll(joined.makeReader()) == (4..<count).flatMap { Self.bytes(of: $0) })
  }

  @Test func `the last file or reader keeps the shared temporary file`() async throws {
    var decoder = decoder
    decoder.maximumInMemoryFileByteCount = 0
    var files = try await decode(Files.self, Self.form(of: 8), by: decoder).value.files
    let reader = files[6].makeReader()
    files.removeSubrange(0..<7)
    #expect(try openDescriptors(under: folder.path).count == 1)
    #expect(try await readAll(files[0].makeReader()) == Self.bytes(of: 7))
    files = []
    #expect(try await readAll(reader) == Self.bytes(of: 6))
  }

  @Test func `an error in the middle of a form releases all of its files`() async throws {
    var decoder = decoder
    decoder.maximumInMemoryFileByteCount = 0
    let parts = Self.form(of: 20).parts + [FormField("text", .bytes([0xFF])).part]
    await #expect(throws: MultipartError.self) {
      try await decode(Files.self, MultipartForm(parts: parts), by: decoder)
    }
    #expect(try openDescriptors(under: folder.path).isEmpty)
    #expect(try folder.names() == [])
  }
}
