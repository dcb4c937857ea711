package import HTTPTypes

extension HTTPFields {
  /// Returns what `self[name]` does, the values of all fields with a name in one, without the work of joining them if
  /// there is no field or a single one.
  package func value(of name: HTTPField.Name) -> String? {
    guard contains(name), let index = firstIndex(where: { $0.name == name }) else { return nil }
    return self[(index + 1)...].contains { $0.name == name } ? self[name] : self[index].value
  }
}
