/// The way from the root to a value, linked from its end, so that a level costs one step.
indirect enum JSONPath {
  case root
  case key(JSONPath, any CodingKey)
  case index(JSONPath, Int)

  var codingPath: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while true {
      switch path {
      case .root: return keys.reversed()
      case .key(let parent, let key):
        keys.append(key)
        path = parent
      case .index(let parent, let index):
        keys.append(AnyCodingKey(index: index))
        path = parent
      }
    }
  }
}
