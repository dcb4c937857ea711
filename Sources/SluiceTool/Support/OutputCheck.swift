/// Checks that a command writes to no file that it reads, under any of its names, and to none twice.
///
/// - Parameters:
///   - outputs: The options that name files to write, with their values.
///   - inputs: The paths of files to read. Standard input is `/dev/stdin`.
/// - Throws: ``Failure`` with the code `usage`.
func checkOutputs(_ outputs: KeyValuePairs<String, String?>, reading inputs: [String?]) throws(Failure) {
  var used = inputs.compactMap { path in path.flatMap { FileNumber(of: $0) } }
  var written: Set<String> = []
  for case (let option, let path?) in outputs {
    let number = FileNumber(of: path)
    let isUsed = number.map(used.contains) ?? false
    // A file that does not exist yet has only its path. Devices, such as `/dev/null`, may be named twice.
    if isUsed || !isSpecialFile(path) && !written.insert(path).inserted {
      throw Failure(.usage, "usage", "\(option) is the file \(path), which the command reads or writes, too")
    }
    if let number { used.append(number) }
  }
}

/// Checks that a command that writes while it reads does not read what it writes, as `>> FILE` would make it.
///
/// - Parameter input: The path of the file to read, or `nil` for standard input.
/// - Throws: ``Failure`` with the code `usage`.
func checkStandardOutput(reading input: String?) throws(Failure) {
  try checkOutputs(["standard output": "/dev/stdout"], reading: [input ?? "/dev/stdin"])
}
