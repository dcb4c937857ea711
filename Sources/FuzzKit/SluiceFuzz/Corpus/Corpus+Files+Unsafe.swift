internal import CCorpus

extension Corpus {
  /// The files of `Corpus/portable`, by their paths in it. They are a part of the program.
  static let files: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    // SAFETY: The table and what it refers to are constants of the C module. A name ends with a NUL, and `count` is the
    // number of bytes, which are copied.
    let table = unsafe UnsafeBufferPointer(start: corpus_files, count: corpus_file_count)
    for index in 0..<corpus_file_count {
      let file = unsafe table[index]
      unsafe files[String(cString: file.name)] = unsafe [UInt8](
        UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
    return files
  }()
}
