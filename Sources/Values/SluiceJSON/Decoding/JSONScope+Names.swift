internal import SluiceSupport

extension JSONScope {
  /// The distinct names of the object's members, converted to coding keys, in the order of the document.
  ///
  /// - Complexity: O(*n*) in the number of members.
  var memberNames: [String] {
    let end = tape[index].end
    var names: [String] = []
    var known: Set<ExactString> = []
    var codingPath: [any CodingKey]?
    var key = index + 1
    while key < end {
      let name = convertedName(of: key, &codingPath)
      if known.insert(ExactString(name)).inserted { names.append(name) }
      key = tape.next(after: key + 1)
    }
    return names
  }

  /// Prepares the lookup of members by converted name if the decoder has a key decoding strategy.
  ///
  /// - Complexity: O(*n*) in the number of members.
  func convertNames() {
    if case .useDefaultKeys = reader.strategies.keyDecodingStrategy { return }
    guard lookup == nil else { return }
    let end = tape[index].end
    var names: [ExactString: Int] = [:]
    var codingPath: [any CodingKey]?
    var key = index + 1
    while key < end {
      let name = ExactString(convertedName(of: key, &codingPath))
      // The first member of each name is used.
      if names[name] == nil { names[name] = key + 1 }
      key = tape.next(after: key + 1)
    }
    lookup = .names(names)
  }

  private func convertedName(of key: Int, _ codingPath: inout [any CodingKey]?) -> String {
    let name = tape.text(of: tape[key])
    switch reader.strategies.keyDecodingStrategy {
    case .useDefaultKeys:
      return name
    case .convertFromSnakeCase:
      return reader.camelCased(name)
    case .custom(let convert):
      let base = codingPath ?? self.codingPath
      codingPath = base
      return convert(base + [AnyCodingKey(stringValue: name)]).stringValue
    }
  }
}
