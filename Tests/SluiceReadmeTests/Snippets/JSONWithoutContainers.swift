// The snippets of "JSON without containers", formatted as in the README.
// swift-format-ignore-file

import SluiceJSON

private struct Person: Codable {
  var id: Int64
  var screenName: String
  var url: String?

  enum CodingKeys: String, CodingKey {
    case id, screenName = "screen_name", url
  }
}

// README
extension Person: JSONReadable, JSONWritable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    try self.init(
      id: cursor.read("id"), screenName: cursor.read("screen_name"), url: cursor.readIfPresent("url"))
  }
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("id", id)
    try writer.write("screen_name", screenName)
    try writer.writeIfPresent("url", url)
    writer.endObject()
  }
}
// end

// The package Tests/Macros compiles this part.
#if Macros
  // README
  @JSONCodable struct Member {
    var id: Int64
    @JSONKey("screen_name") var screenName: String
    @JSONDefault(0) var followers: Int
    var url: String?
  }
  // end
#endif
