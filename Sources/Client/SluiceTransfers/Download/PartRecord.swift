internal import SluiceBody
internal import SluiceJSON

/// The content of the file that reserves a path for a download, and by which later downloads recognize what is theirs.
///
/// It is JSON with a ``RecordSum``. `part` and `inode` identify the temporary file with the bytes, and `resumption` is
/// a ``ResumeRecord``:
///
/// ```
///  {"version":3,"file":"holiday.mov"}
///  {"version":3,"file":"holiday.mov","part":".sluice-9f86d0….1x2y3z.part","inode":1234,"resumption":{"version":1,…}}
/// ```
///
/// Without a `resumption`, the part is useless to a later download.
struct PartRecord: CheckpointRecord, Codable {
  private var version = 3
  /// The name of the downloaded file.
  private var file: String
  /// The name of the temporary file.
  private(set) var part: String?
  private(set) var inode: UInt64?
  private var resumption: ResumeRecord.Content?

  /// The maximum number of bytes of a record.
  static let maximumByteCount = ResumeRecord.maximumByteCount + (1 << 16)

  /// Creates the record of a file without a part.
  init(of path: DestinationPath) { file = path.name }

  init?(parsing bytes: [UInt8]) {
    guard RecordSum.allows(bytes),
      let record = try? JSON.Decoder().decode(PartRecord.self, from: bytes), record.version == 3,
      (record.part == nil) == (record.inode == nil)
    else { return nil }
    self = record
  }

  /// Whether this is the record of the file at `path`, with a part beside it.
  func isOf(_ path: DestinationPath) -> Bool {
    guard file.utf8.elementsEqual(path.name.utf8) else { return false }
    return part.map { $0.hasPrefix(path.hiddenStem + ".") && !$0.utf8.contains(UInt8(ascii: "/")) } ?? true
  }

  func bytes() throws -> [UInt8] { RecordSum.adding(to: try JSON.Encoder().encode(self)) }

  /// The record that makes the part resumable, or `nil` if it is not.
  var resumeRecord: ResumeRecord? {
    get { resumption.flatMap { ResumeRecord($0) } }
    set { resumption = newValue?.content }
  }

  /// Returns a name for a part that no other file has.
  static func newPartName(for path: DestinationPath) -> String {
    "\(path.hiddenStem).\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
  }

  /// Adds the temporary file.
  mutating func setPart(_ name: String, inode: UInt64) { (part, self.inode) = (name, inode) }
}
