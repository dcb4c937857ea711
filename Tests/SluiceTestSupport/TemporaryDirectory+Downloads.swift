/// The hidden files of downloads.
extension TemporaryDirectory {
  /// The names of the items in order, in which `(partial)` and `(record)` stand for the files of a download.
  package func shownNames() throws -> [String] {
    try names().map { name in
      if !name.hasPrefix(".sluice-") { return name }
      return name.hasSuffix(".part") ? "(partial)" : name.hasSuffix(".json") ? "(record)" : name
    }.sorted()
  }

  /// Returns the name of the only file with the bytes of a download.
  package func partialName() throws -> String { try hiddenName(endingWith: ".part") }

  /// Returns the name of the only record of a download.
  package func recordName() throws -> String { try hiddenName(endingWith: ".json") }

  private func hiddenName(endingWith suffix: String) throws -> String {
    let found = try names().filter { $0.hasPrefix(".sluice-") && $0.hasSuffix(suffix) }
    guard found.count == 1, let name = found.first else { throw NotOneFile(names: found) }
    return name
  }

  private struct NotOneFile: Error { let names: [String] }
}

extension String {
  /// The text of a record without its checksum, as earlier versions wrote it.
  package var withoutSum: String { replacing(#/,"sum":"[0-9a-f]+"/#, with: "") }
}
