extension JSONScope {
  /// The names of the object's members as coding keys, in order, each once.
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

  /// Finds the members by coding key from now on, where a strategy makes coding keys of their names.
  func convertNames() {
    if case .useDefaultKeys = reader.strategies.keyDecodingStrategy { return }
    guard lookup == nil else { return }
    let end = tape[index].end
    var names: [ExactString: Int] = [:]
    var codingPath: [any CodingKey]?
    var key = index + 1
    while key < end {
      let name = ExactString(convertedName(of: key, &codingPath))
      // The first of a name counts.
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
      if let known = reader.camelCasedNames[ExactString(name)] { return known }
      let converted = JSONSnakeCase.camelCased(name)
      // A document of few names repeats them; one of many should not fill the memory.
      if reader.camelCasedNames.count < 1000 { reader.camelCasedNames[ExactString(name)] = converted }
      return converted
    case .custom(let convert):
      let base = codingPath ?? self.codingPath
      codingPath = base
      return convert(base + [AnyCodingKey(stringValue: name)]).stringValue
    }
  }
}
