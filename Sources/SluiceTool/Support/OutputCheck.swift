/// Checks that a command writes to no file that it reads, under any of its names, and to none twice.
///
/// Standard output is one of the outputs.
///
/// - Parameters:
///   - outputs: The options that name files to write, with their values.
///   - inputs: The paths of files to read. Standard input is `/dev/stdin`.
///   - cache: The folder of a cache that the command uses, in which it writes nothing else, or `nil` for none.
/// - Throws: ``Failure`` with the code `usage`.
func checkOutputs(
  _ outputs: KeyValuePairs<String, String?>, reading inputs: [String?], besideCache cache: String? = nil
) throws(Failure) {
  var used = inputs.compactMap { path in path.flatMap { FileNumber(of: $0) } }
  if let number = FileNumber(of: "/dev/stdout"), used.contains(number) {
    throw Failure(.usage, "usage", "standard output is the file that the command reads")
  }
  let folder = cache.map { resolvedPath($0) + "/" }
  var written: Set<String> = []
  for case (let option, let path?) in outputs {
    let (number, resolved) = (FileNumber(of: path), resolvedPath(path))
    let isUsed = number.map(used.contains) ?? false
    // A file that does not exist yet has only its path. Devices, such as `/dev/null`, may be named twice.
    if isUsed || !isSpecialFile(path) && !written.insert(resolved).inserted {
      throw Failure(.usage, "usage", "\(option) is the file \(path), which the command reads or writes, too")
    }
    if let folder, "\(resolved)/".hasPrefix(folder) {
      throw Failure(.usage, "usage", "\(option) is in the folder of the cache: \(path)")
    }
    if let number { used.append(number) }
  }
}
