extension JSONReader {
  /// The names of an object's members as coding keys, in order, each once.
  func names(of object: Int, path: JSONPath) -> [String] {
    let end = document[object].end
    var names: [String] = []
    var known: Set<ExactString> = []
    var codingPath: [any CodingKey]?
    var index = object + 1
    while index < end {
      let name = convertedName(of: index, in: path, &codingPath)
      if known.insert(ExactString(name)).inserted { names.append(name) }
      index = document.next(after: index + 1)
    }
    return names
  }

  /// The values of an object's members by coding key, where a strategy makes one of their names.
  func convertedNames(of object: Int, path: JSONPath) -> [ExactString: Int]? {
    if case .useDefaultKeys = strategies.keyDecodingStrategy { return nil }
    let end = document[object].end
    var names: [ExactString: Int] = [:]
    var codingPath: [any CodingKey]?
    var index = object + 1
    while index < end {
      let name = ExactString(convertedName(of: index, in: path, &codingPath))
      // The first of a name counts.
      if names[name] == nil { names[name] = index + 1 }
      index = document.next(after: index + 1)
    }
    return names
  }

  private func convertedName(of index: Int, in path: JSONPath, _ codingPath: inout [any CodingKey]?) -> String
  {
    let name = document.text(of: document[index])
    switch strategies.keyDecodingStrategy {
    case .useDefaultKeys:
      return name
    case .convertFromSnakeCase:
      if let known = camelCasedNames[ExactString(name)] { return known }
      let converted = JSONSnakeCase.camelCased(name)
      // A document of few names repeats them; one of many should not fill the memory.
      if camelCasedNames.count < 1000 { camelCasedNames[ExactString(name)] = converted }
      return converted
    case .custom(let convert):
      let base = codingPath ?? path.codingPath
      codingPath = base
      return convert(base + [AnyCodingKey(stringValue: name)]).stringValue
    }
  }
}
