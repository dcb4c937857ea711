import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport

/// A form and its contents.
struct RandomForm {
  let form: MultipartForm
  let contents: [Content]

  struct Content: Equatable, Codable {
    var name: String?
    var fileName: String?
    var type: String?
    /// The bytes of the body, or `nil` for a nested form.
    var bytes: [UInt8]?
    var parts: [Content]?
  }
}

/// A generator of forms that are the same for a seed.
struct RandomForms {
  let directory: TemporaryDirectory
  /// The characters of names and file names.
  let alphabet: [Unicode.Scalar]
  let partCounts: ClosedRange<Int>
  var generator: SeededGenerator

  init(seed: UInt64, alphabet: String, partCounts: ClosedRange<Int> = 0...6, in directory: TemporaryDirectory)
  {
    self.directory = directory
    self.alphabet = Array(alphabet.unicodeScalars)
    self.partCounts = partCounts
    generator = SeededGenerator(seed: seed)
  }

  mutating func form(depth: Int = 2) throws -> RandomForm {
    var form = MultipartForm(boundary: try boundary())
    var contents: [RandomForm.Content] = []
    for _ in 0..<Int.random(in: partCounts, using: &generator) {
      var content = RandomForm.Content(name: name())
      switch number(upTo: depth > 0 ? 4 : 3) {
      case 0:
        let value = name()
        content.bytes = Array(value.utf8)
        form.append(FormField(content.name ?? "", value))
      case 1:
        let bytes = bytes()
        content.bytes = bytes
        content.type = "application/json"
        form.append(FormField(content.name ?? "", try source(of: bytes), contentType: .json))
      case 2, 3:
        let bytes = bytes()
        let (fileExtension, type) =
          number(upTo: 1) == 0 ? ("png", "image/png") : ("", "application/octet-stream")
        content.bytes = bytes
        content.fileName = "f\(name()).\(fileExtension)"
        content.type = type
        form.append(FormFile(content.name ?? "", try source(of: bytes), fileName: content.fileName ?? ""))
      default:
        let nested = try self.form(depth: depth - 1)
        content.type = "multipart/form-data"
        content.parts = nested.contents
        form.append(MultipartForm.Part(content.name, nested.form))
      }
      contents.append(content)
    }
    return RandomForm(form: form, contents: contents)
  }

  private mutating func number(upTo last: Int) -> Int { .random(in: 0...last, using: &generator) }

  private mutating func name() -> String {
    var name = String.UnicodeScalarView()
    for _ in 0..<number(upTo: 8) { name.append(alphabet[number(upTo: alphabet.count - 1)]) }
    return String(name)
  }

  /// Returns a short or long body, often with bytes that resemble framing.
  private mutating func bytes() -> [UInt8] {
    let lookalikes = ["\r\n", "--", "\r\n--", "\n", "\r"].map { Array($0.utf8) }
    var bytes: [UInt8] = []
    for _ in 0..<number(upTo: 4) {
      bytes += generator.bytes(number(upTo: 3) == 0 ? number(upTo: 5000) : number(upTo: 20))
      bytes += lookalikes[number(upTo: lookalikes.count - 1)]
    }
    return bytes
  }

  private mutating func source(of bytes: [UInt8]) throws -> any BodySource {
    let fileName = "\(generator.next())"
    switch number(upTo: 3) {
    case 0: return BytesSource(bytes)
    case 1: return FileSource(at: try directory.file(fileName, bytes))
    case 2:
      let path = try directory.file(fileName, [1, 2, 3] + bytes + [4])
      return FileSource(at: path, range: 3..<Int64(bytes.count + 3))
    default:
      let middle = number(upTo: bytes.count)
      return JoinedSource([.bytes(bytes[..<middle]), .bytes(bytes[middle...])])
    }
  }

  /// Returns a boundary of any allowed characters, after digits that make it unique.
  private mutating func boundary() throws -> MultipartForm.Boundary {
    let allowed = Array(BoundaryTests.allowed + " ")
    let digits = String(generator.next(), radix: 36)
    let others = (0..<number(upTo: 40)).map { _ in allowed[number(upTo: allowed.count - 1)] }
    return try MultipartForm.Boundary(parsing: digits + String(others) + "b")
  }
}
