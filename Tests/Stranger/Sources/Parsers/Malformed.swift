/// The error of all parsers.
public struct Malformed: Error {
  init() {}
}
