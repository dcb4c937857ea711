/// The space that files take, in whole blocks of 4 KiB as in most file systems.
///
/// The sizes of files are those that the system reports, or, where no file is open, calculated in the same way.
enum StoredSizes {
  /// Returns the space of a file.
  static func file(_ byteCount: Int64) -> Int64 {
    let (sum, overflow) = byteCount.addingReportingOverflow(4095)
    return overflow ? .max : sum & ~4095
  }

  /// Returns the space of the files of a body that is not in the key's file.
  static func body(_ byteCount: Int64) -> Int64 {
    file(byteCount) &+ file(CheckedFile.sumsByteCount(of: byteCount))
  }
}
